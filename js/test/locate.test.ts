import { describe, expect, test } from "vitest";
import type { Occurrence, Start, Term } from "../src/engine/engine.ts";
import type { Phrase } from "../src/query/expression.ts";
import { best, locate, occurrencesOf, termsOf } from "../src/query/locate.ts";
import { parts } from "../src/text/prepare.ts";

interface Passage {
  text: string;
  generated?: boolean;
}

const phrase = (words: string, others: Partial<Phrase> = {}): Phrase => ({
  op: "phrase",
  tokens: words.split(" "),
  prefix: false,
  ...others,
});

/** A page as the index holds it: the tokens of its columns and where its passages, numbered from 100, start. */
function index(passages: Passage[]) {
  const columns = { body: [] as string[], generated: [] as string[], parts: [] as string[] };
  const generatedParts: string[] = [];
  const starts = passages.map(({ text, generated = false }, n): Start => {
    const column = generated ? "generated" : "body";
    const pieces = generated ? generatedParts : columns.parts;
    const start: Start = {
      ...{ id: 100 + n, page: 1, column },
      ...{ firstToken: columns[column].length, firstPart: pieces.length, continues: false },
    };
    for (const token of text.split(" ").filter(Boolean)) {
      columns[column].push(token.toLowerCase());
      pieces.push(...parts(token).map((part) => part.toLowerCase()));
    }
    return start;
  });
  for (const start of starts) if (start.column === "generated") start.firstPart += columns.generated.length;
  columns.generated.push(...generatedParts);
  return { columns, starts };
}

/** Where terms stand in the columns of page 1. */
function occurrences(columns: Record<string, string[]>, terms: readonly Term[]): Occurrence[] {
  return Object.entries(columns).flatMap(([column, tokens]) =>
    tokens.flatMap((found, offset) =>
      terms.flatMap(({ token, prefix }, term): Occurrence[] => {
        const same = prefix ? found.startsWith(token) : found === token;
        return same ? [{ page: 1, column: column as Occurrence["column"], offset, term }] : [];
      }),
    ),
  );
}

/** The passages, by number from 0, that each phrase is found in. */
function located(phrases: Phrase[], passages: Passage[], frequent: string[] = []): number[][] {
  const { columns, starts } = index(passages);
  const { terms, numbers } = termsOf(phrases, new Set(frequent));
  const found = locate(phrases, numbers, occurrences(columns, terms), starts);
  return phrases.map((_, number) =>
    found.filter((one) => one.phrase === number).map((one) => one.passage - 100),
  );
}

describe("termsOf", () => {
  test("asks for each different term once, a prefix apart from the whole word", () => {
    const { terms, numbers } = termsOf(
      [phrase("a b"), phrase("b a", { prefix: true }), phrase("a")],
      new Set(),
    );
    expect(terms).toEqual([
      { token: "a", prefix: false },
      { token: "b", prefix: false },
      { token: "a", prefix: true },
    ]);
    expect(numbers).toEqual([[0, 1], [1, 2], [0]]);
  });
});

describe("locate", () => {
  test("leads each occurrence to its passage", () => {
    const passages = [{ text: "one two" }, { text: "three one" }, { text: "four" }];
    expect(located([phrase("one"), phrase("three"), phrase("four")], passages)).toEqual([[0, 1], [1], [2]]);
  });

  test("joins the tokens of a phrase, in order and side by side", () => {
    const passages = [{ text: "two one" }, { text: "one x two" }, { text: "one two three" }];
    expect(located([phrase("one two"), phrase("one two three")], passages)).toEqual([[2], [2]]);
  });

  test("leads a phrase over a border to the passage that it begins in", () => {
    expect(located([phrase("two three")], [{ text: "one two" }, { text: "three four" }])).toEqual([[0]]);
  });

  test("lets only the last token of a prefix phrase go on", () => {
    const passages = [{ text: "onest twofold" }, { text: "one twofold" }];
    expect(located([phrase("one two", { prefix: true })], passages)).toEqual([[1]]);
  });

  test("passes over passages without any token", () => {
    const passages = [
      { text: "" },
      { text: "one" },
      { text: "" },
      { text: "" },
      { text: "two" },
      { text: "" },
    ];
    expect(located([phrase("one"), phrase("two")], passages)).toEqual([[1], [4]]);
  });

  test("finds parts of identifiers in the passage that the identifier stands in", () => {
    const passages = [{ text: "plain aB" }, { text: "nothing here" }, { text: "a sendRawFile" }];
    const inside = phrase("raw file", { columns: ["parts", "generated"] });
    expect(located([inside, phrase("send")], passages)).toEqual([[2], [2]]);
  });

  test("counts generated blocks by themselves, their parts after their text", () => {
    const passages = [
      { text: "one two" },
      { text: "auto getUser", generated: true },
      { text: "three setUser" },
      { text: "more dropUser", generated: true },
    ];
    const phrases = [
      phrase("auto"),
      phrase("three"),
      phrase("more"),
      phrase("get"),
      phrase("set"),
      phrase("drop"),
    ];
    expect(located(phrases, passages)).toEqual([[1], [2], [3], [1], [2], [3]]);
  });

  test("leaves frequent words out beside others, but not out of phrases", () => {
    const passages = [
      { text: "the the of the them" },
      { text: "pump of steel" },
      { text: "the pump of steel" },
    ];
    const phrases = [phrase("the pump of steel"), phrase("of the"), phrase("the"), phrase("pump")];
    const frequent = ["the", "of"];
    expect(located(phrases, passages, frequent)).toEqual([[2], [], [], [1, 2]]);
    expect(located([phrase("of the")], passages, frequent)).toEqual([[0]]);
  });

  test("looks only where a phrase is allowed to stand", () => {
    const passages = [{ text: "one" }, { text: "one", generated: true }];
    expect(located([phrase("one", { columns: ["body"] })], passages)).toEqual([[0]]);
    expect(located([phrase("one", { columns: ["title"] })], passages)).toEqual([[]]);
  });

  test("leads occurrences in titles and tags nowhere", () => {
    const starts: Start[] = [
      { id: 1, page: 1, column: "body", firstToken: 0, firstPart: 0, continues: false },
    ];
    const inTitle: Occurrence = { page: 1, column: "title", offset: 0, term: 0 };
    expect(locate([phrase("one")], [[0]], [inTitle, { ...inTitle, column: "tags" }], starts)).toEqual([]);
  });
});

test("occurrencesOf asks for frequent words only where the others of their phrase stand", async () => {
  const texts = ["the new pump", "new the pump", "a new green pump", "the pump new"];
  const asked: [string[], readonly number[]][] = [];
  const engine = {
    occurrences: async (terms: readonly Term[], pages: readonly number[]) => {
      asked.push([terms.map(({ token }) => token), pages]);
      return pages.flatMap((page) => {
        const { columns } = index([{ text: texts[page - 1] as string }]);
        return occurrences(columns, terms).map((one) => ({ ...one, page }));
      });
    },
  };
  const phrases = [phrase("new the pump"), phrase("the")];
  const found = await occurrencesOf(engine, phrases, termsOf(phrases, new Set(["the"])), [1, 2, 3, 4]);
  expect(asked).toEqual([
    [
      ["new", "pump"],
      [1, 2, 3, 4],
    ],
    [["the"], [2, 3]],
  ]);
  expect(found.filter(({ term }) => term === 2)).toEqual([{ page: 2, column: "body", offset: 1, term: 2 }]);
});

describe("best", () => {
  const passages = (phrases: Phrase[], found: [passage: number, phrase: number][]) =>
    best(
      found.map(([passage, phrase]) => ({ passage, phrase })),
      phrases,
    ).map(({ passage }) => passage);

  test("prefers a passage with more of the phrases to one that repeats a single one", () => {
    const phrases = [phrase("a"), phrase("b")];
    expect(
      passages(phrases, [
        [1, 0],
        [1, 0],
        [1, 0],
        [2, 0],
        [2, 1],
      ]),
    ).toEqual([2, 1]);
  });

  test("prefers a longer phrase, and one that is rare in the page", () => {
    expect(
      passages(
        [phrase("a"), phrase("b c")],
        [
          [1, 0],
          [2, 1],
        ],
      ),
    ).toEqual([2, 1]);
    expect(
      passages(
        [phrase("a"), phrase("b")],
        [
          [1, 0],
          [2, 1],
          [3, 0],
          [4, 0],
        ],
      )[0],
    ).toBe(2);
  });

  test("lets repetition count, but less and less", () => {
    const scores = best(
      [1, 2, 2, 3, 3, 3].map((passage) => ({ passage, phrase: 0 })),
      [phrase("a")],
    );
    expect(scores.map(({ passage }) => passage)).toEqual([3, 2, 1]);
    const [three, two, one] = scores.map(({ score }) => score) as [number, number, number];
    expect(two - one).toBeGreaterThan(three - two);
  });

  test("of equals takes the first in the page", () => {
    expect(
      passages(
        [phrase("a")],
        [
          [7, 0],
          [3, 0],
          [5, 0],
        ],
      ),
    ).toEqual([3, 5, 7]);
  });
});
