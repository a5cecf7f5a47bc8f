import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Found, find, wanted } from "../../src/marks/find.ts";
import { readWords } from "../../src/marks/words.ts";

/** The pieces, joined by `|`, with brackets around what is found. */
function marked(text: string, words: string): string {
  const pieces = text.split("|");
  const signs: [Found["start"], string][] = find(pieces, wanted(readWords(words))).flatMap(
    ({ start, end }) => [
      [start, "["],
      [end, "]"],
    ],
  );
  for (const [{ piece, offset }, sign] of signs.reverse()) {
    const old = pieces[piece] as string;
    pieces[piece] = old.slice(0, offset) + sign + old.slice(offset);
  }
  return pieces.join("|");
}

describe("what is a match", () => {
  test.each([
    ["a whole word", "station", "Stations and a station.", "Stations and a [station]."],
    ["whatever its case", "jwt", "JWT, Jwt, jwt", "[JWT], [Jwt], [jwt]"],
    [
      "with and without accents",
      "estacion",
      "Estación, estacio\u0301n, estacion",
      "[Estación], [estacio\u0301n], [estacion]",
    ],
    ["an accent in the word", "português", "portugues", "[portugues]"],
    ["й, which is no и", "мои", "мой мои МОИ", "мой [мои] [МОИ]"],
    ["ガ, which is no カ", "カラス", "ガラス カラス", "ガラス [カラス]"],
    ["within a run of a script without spaces", "東京", "私は東京にいます", "私は[東京]にいます"],
    ["a character of it", "京", "東京京都", "東[京][京]都"],
    ["Thai", "ไทย", "ภาษาไทยง่าย", "ภาษา[ไทย]ง่าย"],
    ["compatibility forms", "file 12", "ﬁle and １２", "[ﬁle] and [１２]"],
    ["around what is not seen", "certificate", "certi\u00adfi\u00adcate", "[certi\u00adfi\u00adcate]"],
    ["beyond the BMP", "𝒂 x", "😀 𝒂 😀 x", "😀 [𝒂] 😀 [x]"],
    ["a character that stands for several", "1", "½", "[½]"],
  ])("%s", (_, words, text, expected) => {
    expect(marked(text, words)).toBe(expected);
  });
});

describe("phrases", () => {
  test("match as a whole, whatever stands between their words", () => {
    expect(marked("two words, two-words, two\n words, two other words", '"two words"')).toBe(
      "[two words], [two-words], [two\n words], two other words",
    );
    expect(marked("client.fetch_all(), client.fetch", "client.fetch_all")).toBe(
      "[client.fetch_all](), client.fetch",
    );
  });

  test("that overlap are one mark; neighbours are not", () => {
    expect(marked("a b c d", '"a b" "b c" d')).toBe("[a b c] [d]");
    expect(marked("a b", "a b")).toBe("[a] [b]");
  });

  test("the longest of those that begin alike counts", () => {
    expect(marked("a b c, a b", '"a b" "a b c" a')).toBe("[a b c], [a b]");
  });
});

describe("pieces", () => {
  test("a match runs over their borders", () => {
    expect(marked("use |fetch|_all| now", "fetch_all")).toBe("use |[fetch|_all]| now");
    expect(marked("wo|r|d", "word")).toBe("[wo|r|d]");
    expect(marked("two| |words", '"two words"')).toBe("[two| |words]");
  });

  test("it begins and ends in a piece that has some of it", () => {
    expect(marked("a|word|b", "word")).toBe("a|word|b");
    expect(marked("a |word| b", "word")).toBe("a |[word]| b");
    expect(marked("||word||", "word")).toBe("||[word]||");
  });

  test("one after the other", () => {
    expect(marked("x |x|. x", "x")).toBe("[x] |[x]|. [x]");
  });
});

test("nothing is found where nothing is asked for", () => {
  expect(marked("some text", "")).toBe("some text");
  expect(marked("some text", '"" .. ""')).toBe("some text");
  expect(marked("", "x")).toBe("");
});

test("wherever a text is cut, the same is found in it", () => {
  const letters = fc.constantFrom("a", "B", "é", "e\u0301", "カ", "東", " ", ".", "\u00ad", "ﬁ", "😀", "1");
  const text = fc.array(letters, { maxLength: 30 });
  fc.assert(
    fc.property(
      text,
      fc.array(letters, { maxLength: 4 }),
      fc.infiniteStream(fc.boolean()),
      (parts, word, cuts) => {
        const pieces = [""];
        for (const part of parts) {
          if (cuts.next().value) pieces.push("");
          pieces[pieces.length - 1] += part;
        }
        const query = wanted([word.join("")]);
        const at = ({ piece, offset }: Found["start"]) => pieces.slice(0, piece).join("").length + offset;
        const places = (found: Found[], index: typeof at) =>
          found.map(({ start, end }) => [index(start), index(end)]);
        expect(places(find(pieces, query), at)).toEqual(
          places(find([parts.join("")], query), ({ offset }) => offset),
        );
      },
    ),
  );
});
