/** The reader beside sql.js on random sites and searches; `make fuzz` runs more of them. */
import fc from "fast-check";
import { test } from "vitest";
import { encode } from "../src/engine/reader/bytes.ts";
import { markOf } from "../src/engine/reader/segments.ts";
import { COLUMNS, type Expression, join, type Phrase } from "../src/query/expression.ts";
import { openBoth } from "./support/agreement.ts";
import { type PageSpec, writeDatabase } from "./support/database.ts";
import { joinHeads } from "./support/heads.ts";

/** How many sites are tried, each with some searches. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 30);
/** The same run after run, unless many are asked for. */
const parameters = { numRuns: RUNS, ...(process.env.FUZZ_RUNS ? {} : { seed: 20_000_103 }) };

const WORDS = [
  ...["a", "aa", "aab", "aabc", "ab", "abc", "b", "ba", "bab", "c", "7", "77", "777", "x".repeat(300)],
  ...["é", "й", "ß", "日", "本", "日本", "カ", "ก", "한", "\u{10400}", "sendRawFile", "C++", "a_b-c"],
  ...Array.from({ length: 60 }, (_, n) => `w${n}`),
];
const MARKS = ["0", "0a", "0aa", "0b"].map((key) => markOf(encode(key)));
const word = fc.constantFrom(...WORDS);
/** Texts of all lengths: none, a few words, and many times these. */
const text = fc
  .tuple(fc.array(word, { maxLength: 12 }), fc.constantFrom(1, 1, 1, 1, 3, 40, 300))
  .map(([words, times]) => Array.from({ length: times }, () => words.join(" ")).join(" "));

const page: fc.Arbitrary<PageSpec> = fc.record({
  url: fc.webPath(),
  title: fc.array(word, { maxLength: 3 }).map((words) => words.join(" ")),
  tags: fc.array(word, { maxLength: 2 }),
  passages: fc.array(fc.record({ text, generated: fc.boolean(), level: fc.constantFrom(0, 2) }), {
    maxLength: 4,
  }),
});

const site = fc
  .record({
    pages: fc.array(page, { maxLength: 40 }),
    pageSize: fc.constantFrom(512, 512, 1024, 4096, 16_384, 65_536),
    leaf: fc.constantFrom(32, 100, 460, 972, 4050, 8140),
    fitting: fc.boolean(),
    tidy: fc.boolean(),
    frequent: fc.constantFrom(1, 2, 5, 20, 100),
    // What is told wrongly changes what is read, not what is found.
    marks: fc.uint8Array({ maxLength: 40, max: 3 }).map((leaves) => leaves.map((n) => MARKS[n] as number)),
  })
  .map(({ leaf, fitting, ...site }) => (fitting ? site : { ...site, pgsz: leaf }));

/** As FTS5 stores them; some are cut, or stand nowhere. */
const token = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom("a", "aa", "aab", "ab", "abc", "b", "bab", "c", "7", "77", "w1", "w5", "w59"),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom("e", "и", "й", "ss", "ß", "日", "本", "カ", "한", "\u{10428}", "send", "raw"),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x".repeat(300), "x".repeat(200), "w", "sendrawfile", "nowhere", "zz"),
  },
);
const phrase: fc.Arbitrary<Phrase> = fc.record(
  {
    op: fc.constant("phrase" as const),
    tokens: fc.array(token, { minLength: 1, maxLength: 3 }),
    prefix: fc.boolean(),
    columns: fc.subarray([...COLUMNS], { minLength: 1 }),
  },
  { requiredKeys: ["op", "tokens", "prefix"] },
);
const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    phrase,
    fc
      .tuple(
        fc.constantFrom("and" as const, "or" as const),
        fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
      )
      .map(([op, args]) => join(op, args) as Expression),
  ),
}));
/** `not` stands at the top, as in every search that a reader can type (`plan.ts`). */
const expression = fc.oneof(
  { weight: 3, arbitrary: tree },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("not" as const), keep: tree, drop: tree }) },
);

const search = fc.record({
  expressions: fc.array(expression, { minLength: 5, maxLength: 15 }),
  terms: fc.array(fc.record({ token, prefix: fc.boolean() }), { maxLength: 3 }),
  pages: fc.array(fc.integer({ min: 1, max: 41 }), { maxLength: 8 }),
  grams: fc.subarray(["\ue100aa", "aab", "ab\ue101", "abc", "\ue100w5", "w59", "zzz"], { minLength: 1 }),
  chunk: fc.constantFrom(500, 1024, 8192, 100_000),
  first: fc.nat(20_000),
  headsTogether: fc.boolean(),
});

test("the reader agrees with sql.js on whatever is asked of whatever site", async () => {
  await fc.assert(
    fc.asyncProperty(
      site,
      search,
      async (site, { expressions, terms, pages, grams, chunk, first, headsTogether }) => {
        const bytes = await writeDatabase(site);
        const { both } = await openBoth(bytes, {
          ...(headsTogether && { heads: await joinHeads(bytes) }),
          ranges: [{ start: 0, end: bytes.length, chunk }],
          first: [[0, Math.min(first, bytes.length)]],
        });
        try {
          for (const expression of expressions) await both.places(expression);
          await both.occurrences(terms, pages);
          await both.rows(pages);
          await both.terms(grams);
        } finally {
          both.close();
        }
      },
    ),
    parameters,
  );
});
