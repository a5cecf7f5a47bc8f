import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { answer } from "../src/query/answer.ts";
import { excerpt } from "../src/query/excerpt.ts";
import { type Phrase, phrases } from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import { edits } from "../src/query/spelling.ts";
import { Alphabet } from "../src/text/alphabet.ts";
import { identifiers, prepare, SPACE } from "../src/text/prepare.ts";
import type { Answer } from "../src/types.ts";
import { alphabetOf } from "./support/alphabet.ts";
import { openSite } from "./support/engine.ts";

/** What means something in a query, in FTS5, to the analyzer, or to the site below. */
const PIECES = [
  ..."\"'*-:^(){}[]+~\\%_.,;!?@#&|<>=/ \t\n\0é日ｶﾞй½ﬁ",
  ...["OR", "AND", "NOT", "NEAR", "NEAR(a b, 2)", "wiki:", "status:draft", "kind:auto", "title:", "tag:"],
  ...["one", "two", "onw", "threee", "sendRawFile", "C++", "policy", "\u0301", "\u200b", "\ufeff", "\u0130"],
  ...["\ud800", "\udc00", "\u{1f44d}", "𐐀", "\ue000", "\ue100", "\ue102polici", "page_fts", "x".repeat(60)],
];

const anything = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join("")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => pieces.join(" ")),
);

/** The same run after run: a test that fails once fails again. */
const fixed = { seed: 20_000_101, numRuns: 1000 };

let engine: Engine;

beforeAll(async () => {
  const pages = [
    {
      url: "a/",
      title: "One",
      passages: ["one two three, sendRawFile and C++", { text: "four", generated: true }],
    },
    {
      url: "b/",
      title: "Two",
      tags: ["日本"],
      passages: ["two policies é 日本語 й"],
      modified: "2026-01-01",
    },
    { url: "c/", title: "Three", status: "draft" as const, passages: ["three one"], boost: 2 },
    ...Array.from({ length: 9 }, (_, n) => ({ url: `${n}/`, title: "Other", passages: ["filler"] })),
  ];
  engine = await openSite({ pages, stems: { policies: ["polici"] } });
});

afterAll(() => engine.close());

describe("whatever a reader types", () => {
  test("has an answer that holds together", async () => {
    const options = fc.record({
      drafts: fc.boolean(),
      typing: fc.boolean(),
      size: fc.constantFrom(0, 1, 10, Number.POSITIVE_INFINITY),
      page: fc.constantFrom(-1, 1, 2),
    });
    await fc.assert(
      fc.asyncProperty(anything, options, async (query, asked) => {
        const found: Answer = await answer(engine, query, asked);
        expect(found.query).toBe(query);
        expect(found.groups.reduce((sum, { total }) => sum + total, 0)).toBe(found.total);
        if (asked.drafts) expect(found.hidden).toBe(0);
        for (const { hits, total } of found.groups) {
          expect(hits.length).toBeLessThanOrEqual(total);
          const scores = hits.map(({ score }) => score);
          expect(scores).toEqual(scores.toSorted((a, b) => b - a));
          for (const { missing } of hits) expect(missing !== undefined).toBe(found.relaxed);
        }
        for (const { from, to } of found.corrections) {
          expect(query.includes(from), from).toBe(true);
          expect(to).not.toBe("");
        }
      }),
      fixed,
    );
  });

  test("is the same whether it is asked again or not", async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (query) => {
        expect(await answer(engine, query)).toEqual(await answer(engine, query));
      }),
      { ...fixed, numRuns: 100 },
    );
  });

  test("is read without losing a word", () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (query, typing) => {
        const parsed = parse(query, typing);
        const kept = [...parsed.required.flat(), ...parsed.excluded].map(({ text }) => text);
        const all = [...kept, ...parsed.wikis, ...parsed.statuses, ...parsed.kinds].join(" ").toLowerCase();
        for (const word of query.toLowerCase().match(/one|two|policy|file/g) ?? [])
          expect(all).toContain(word);
        const excludes = parsed.excluded.length > 0;
        const filters = parsed.wikis.length + parsed.statuses.length + parsed.kinds.length > 0;
        if (excludes) expect(parsed.required.length > 0 || filters).toBe(true);
      }),
      fixed,
    );
  });

  test("is looked for by tokens that FTS5 takes for single ones", () => {
    const alphabet = new Alphabet({ same: "", fold: {}, marks: {} });
    fc.assert(
      fc.property(anything, fc.boolean(), (query, typing) => {
        const wanted = plan(parse(query, typing), alphabet);
        if (!wanted) return;
        const all = [wanted.filter, ...wanted.boosts.map(({ expression }) => expression)].flatMap(phrases);
        for (const { tokens } of all) {
          expect(tokens).not.toEqual([]);
          for (const token of tokens) expect(token).toMatch(/^[^\s"]+$/u);
        }
      }),
      fixed,
    );
  });
});

describe("a long query", () => {
  const letters = Array.from({ length: 700 }, (_, n) => String.fromCharCode(97 + ((n * n) % 26))).join("");
  const numbered = (word: string, glue: string) =>
    Array.from({ length: 500 }, (_, n) => `${word}${n}`).join(glue);

  test.each([
    ["one letter, over and over", "x".repeat(100_000)],
    ["a word of many letters", letters],
    ["a word of many parts", "aB".repeat(5000)],
    ["a run of many terms", numbered("a", ".")],
    ["many words", numbered("word", " ")],
    ["many alternatives", numbered("word", " OR ")],
    ["much to leave out", `one -${numbered("x", " -")}`],
    ["a page of text", "what the policy says of one and two ".repeat(100)],
    ["no spaces", "日本".repeat(1000)],
    ["dots", `${".".repeat(100_000)}a`],
    ["quotation marks", '"'.repeat(10_000)],
    ["stars", "* ".repeat(2000)],
  ])("has an answer, and soon: %s", async (_, query) => {
    const start = performance.now();
    expect((await answer(engine, query, { typing: true })).ok).toBe(true);
    expect(performance.now() - start).toBeLessThan(3000);
  });
});

test("an excerpt is a stretch of its text, whatever stands there", async () => {
  const alphabet = await alphabetOf(prepare(PIECES.join("")));
  const words: Phrase[] = ["one", "日", "two"].map((token) => ({
    op: "phrase",
    tokens: [token],
    prefix: true,
  }));
  const spaces = new RegExp(`[${SPACE}]+`, "g");
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 30 }), (texts) => {
      const text = texts.join(" ");
      const shown = excerpt(text, words, alphabet);
      const joined = shown.map((fragment) => fragment.text).join("");
      const fold = (some: string) => some.replace(spaces, "");
      expect(fold(text)).toContain(fold(joined.replace(/^… /, "").replace(/ …$/, "")));
      for (const fragment of shown) expect(fragment.text).not.toBe("");
    }),
    fixed,
  );
});

test("identifiers are terms of FTS5, whatever the text", () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const identifier of identifiers(prepare(text))) {
        expect(identifier).toMatch(/^[0-9a-z\ue021-\ue07e]{2,32}$/);
      }
    }),
    fixed,
  );
});

test("edits are none between equals, the same both ways, and no more than letters", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "é", "𐐀"), maxLength: 7 });
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = edits(a, b, 9);
      expect(distance === 0).toBe(a === b);
      expect(distance).toBe(edits(b, a, 9));
      expect(distance).toBeLessThanOrEqual(Math.max([...a].length, [...b].length));
      expect(distance).toBeGreaterThanOrEqual(Math.abs([...a].length - [...b].length));
    }),
    fixed,
  );
});
