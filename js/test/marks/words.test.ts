import { expect, test } from "vitest";
import { markedWords, putWords, readWords, takeWords, wantedWords } from "../../src/marks/words.ts";
import type { Passage } from "../../src/types.ts";

/** A passage from its excerpt, what is marked in brackets. */
function passage(excerpt: string): Passage {
  const fragments = excerpt.split(/[[\]]/).map((text, n) => ({ text, mark: n % 2 === 1 }));
  return { section: { anchor: "", title: "" }, excerpt: fragments };
}

test("what is marked in the excerpts is written once, in small letters, phrases in quotation marks", () => {
  const passages = [
    passage("A [JWT] of [two\n words], a [jwt]"),
    passage('[client.fetch_all] and [say "it"]'),
  ];
  expect(markedWords(passages)).toBe('jwt "two words" client.fetch_all "say it"');
  expect(markedWords([passage("nothing")])).toBe("");
});

test("what the excerpts show without a mark is not marked", () => {
  const passages = [passage("How (the) [level] of it drifts"), passage("up to the [level]")];
  expect(markedWords(passages, wantedWords('how to read the level "of it" drift'))).toBe(
    'level read "of it" drift',
  );
});

test("an address does not grow without end", () => {
  const words = Array.from({ length: 30 }, (_, n) => `[w${n}]`).join(" ");
  expect(markedWords([passage(words)]).split(" ")).toEqual([
    "w0",
    "w1",
    "w2",
    "w3",
    "w4",
    "w5",
    "w6",
    "w7",
    "w8",
    "w9",
  ]);
});

test("words are read as they were written", () => {
  expect(readWords('jwt "two words" c++')).toEqual(["jwt", "two words", "c++"]);
});

test("an address that somebody else wrote is read too", () => {
  expect(readWords(' one  two "never closed')).toEqual(["one", "two", "never closed"]);
  expect(readWords('"" ""one')).toEqual(["", "", "one"]);
  expect(readWords("")).toEqual([]);
});

test("an address carries words as a form would send them", () => {
  const address = new URL("https://example.org/a/?q=x#section");
  putWords(address, '東京 "two words" a&b+c');
  expect(address.href).toBe(
    "https://example.org/a/?q=x&h=%E6%9D%B1%E4%BA%AC+%22two+words%22+a%26b%2Bc#section",
  );
  expect(takeWords(address)).toBe('東京 "two words" a&b+c');
  expect(address.href).toBe("https://example.org/a/?q=x#section");
});

test("an address without words stays as it is", () => {
  const address = new URL("https://example.org/a/?x=a%20b&flag#section");
  expect(takeWords(address)).toBe("");
  expect(address.href).toBe("https://example.org/a/?x=a%20b&flag#section");
});

test("what was wanted is marked too, where the excerpts do not show it", () => {
  expect(markedWords([passage("the [level] of it")], wantedWords('Water "Level" rise*'))).toBe(
    "level water rise",
  );
  expect(wantedWords('a -b --no-cache "x y" OR wiki:help title:"two words" tag:c "open')).toEqual([
    "a",
    "--no-cache",
    '"x y"',
    '"two words"',
    "c",
    '"open',
  ]);
  expect(markedWords([], wantedWords('"x y" "open'))).toBe('"x y" open');
});
