import type { Database } from "sql.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  COLUMNS,
  distinct,
  type Expression,
  join,
  type Phrase,
  phrases,
  toFts5,
  within,
} from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import type { Alphabet } from "../src/text/alphabet.ts";
import { alphabetOf } from "./support/alphabet.ts";
import { writeDatabase } from "./support/database.ts";
import { Random } from "./support/random.ts";
import { openDatabase, rows } from "./support/sqlite.ts";

const WORDS = ["alpha", "beta", "gamma", "near", "and", "or", "not", "title", "sendRawFile", "café", "日本"];

/** Of one page, the tokens of each column as FTS5 stored them. */
type Stored = Map<string, string[]>;

let database: Database;
let alphabet: Alphabet;
const stored = new Map<number, Stored>();

beforeAll(async () => {
  const random = new Random(5);
  const text = (most: number) =>
    random.text(
      WORDS.map((word) => `${word} `),
      most,
    );
  const pages = Array.from({ length: 40 }, (_, n) => ({
    url: `${n}/`,
    title: text(3),
    tags: [text(2)],
    passages: [
      { text: text(6) },
      { text: `Heading\n${text(6)}`, title: "Heading", level: 2 },
      { text: text(4), generated: true },
    ],
  }));
  alphabet = await alphabetOf("é日本");
  database = await openDatabase(await writeDatabase({ pages }));
  database.run("CREATE VIRTUAL TABLE temp.token USING fts5vocab(main, page_fts, instance)");
  pages.forEach((_, n) => {
    stored.set(n + 1, new Map(COLUMNS.map((column) => [column, []])));
  });
  for (const [doc, column, term] of rows(
    database,
    "SELECT doc, col, term FROM token ORDER BY doc, col, offset",
  )) {
    stored
      .get(doc as number)
      ?.get(column as string)
      ?.push(term as string);
  }
});

afterAll(() => database.close());

function fts5(expression: Expression): number[] {
  const sql = "SELECT rowid FROM page_fts WHERE page_fts MATCH ? ORDER BY rowid";
  return rows(database, sql, [toFts5(expression)]).map(([id]) => id as number);
}

/** All that a query asks FTS5 for. */
function expressionsOf(query: string, typing = false): Expression[] {
  const wanted = plan(parse(query, typing), alphabet);
  return wanted ? [wanted.filter, ...wanted.boosts.map(({ expression }) => expression)] : [];
}

/** What the expression says, worked out without FTS5. */
function holds(expression: Expression, page: Stored): boolean {
  if (expression.op === "phrase") return stands(expression, page);
  if (expression.op === "not") return holds(expression.keep, page) && !holds(expression.drop, page);
  const { op, args } = expression;
  return op === "and" ? args.every((arg) => holds(arg, page)) : args.some((arg) => holds(arg, page));
}

function stands({ tokens, prefix, columns = COLUMNS }: Phrase, page: Stored): boolean {
  return columns.some((column) => {
    const found = page.get(column) ?? [];
    return found.some((_, at) =>
      tokens.every((token, n) => {
        const there = found[at + n];
        return there === token || (prefix && n === tokens.length - 1 && there?.startsWith(token));
      }),
    );
  });
}

const expected = (expression: Expression) =>
  [...stored].filter(([, page]) => holds(expression, page)).map(([id]) => id);

describe("FTS5", () => {
  test("finds exactly what any query over the site's words says", () => {
    const random = new Random(6);
    const glue = [" ", " ", " ", ' "', '" ', " -", " OR ", "* ", " title:", " tag:", ".", "(", "+", ":", "^"];
    const pieces = [...WORDS, ...WORDS.map((word) => word.slice(0, 3)), ...glue, ...glue];
    let matching = 0;
    for (let round = 0; round < 3000; round++) {
      const query = random.text(pieces, 9);
      for (const expression of expressionsOf(query, round % 2 === 0)) {
        const found = fts5(expression);
        expect(found, `${query} ► ${toFts5(expression)}`).toEqual(expected(expression));
        if (found.length) matching++;
      }
    }
    expect(matching).toBeGreaterThan(500);
  });

  test("accepts any string", () => {
    const random = new Random(7);
    const wild = () => String.fromCharCode(random.below(0x10000));
    const syntax = [
      ..."\"'*:^+-(){}[]\\/,.;\0\n é日\u0301\u200b",
      "AND",
      "OR",
      "NOT",
      "NEAR(",
      "title",
      "page_fts",
      "wiki:",
    ];
    for (let round = 0; round < 3000; round++) {
      const query = random.text([...syntax, wild(), wild(), "\u{1f600}", "\ue000"], 12);
      for (const expression of expressionsOf(query, round % 2 === 0)) {
        expect(() => fts5(expression), JSON.stringify(query)).not.toThrow();
      }
    }
  });

  test.each([
    ["NEAR(alpha beta, 2)", "near alpha beta"],
    ["alpha AND beta", "alpha and beta"],
    ["alpha NOT beta", "alpha not beta"],
    ["(alpha) + beta", "alpha beta"],
    ["^alpha", "alpha"],
    ["{title} : alpha", "title alpha"],
    ["body : alpha", "body alpha"],
    ["body:alpha", '"body alpha"'],
    ["title : ^alpha", "title alpha"],
    ["'alpha'; DROP TABLE page --", "alpha drop table page"],
  ])("does not take %j for its own syntax", (query, words) => {
    const asked = (text: string) => plan(parse(text), alphabet)?.filter as Expression;
    const numbers = query.match(/\d/g) ?? [];
    const plain = `${words} ${numbers.join(" ")}`;
    expect(fts5(asked(query))).toEqual(fts5(asked(plain)));
    expect(
      phrases(asked(query))
        .flatMap(({ tokens }) => tokens)
        .sort(),
    ).toEqual(
      phrases(asked(plain))
        .flatMap(({ tokens }) => tokens)
        .sort(),
    );
  });

  test("takes long queries", () => {
    const many = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word}${n}`);
    for (const query of [
      many("word", 2000).join(" "),
      many("alpha", 500).join(" OR "),
      `alpha -${many("x", 500).join(" -")}`,
      "日".repeat(2000),
      "x".repeat(100_000),
    ]) {
      for (const expression of expressionsOf(query)) expect(fts5(expression)).toEqual(expected(expression));
    }
  });
});

describe("toFts5", () => {
  test("quotes every token and doubles quotation marks", () => {
    const phrase: Expression = {
      op: "phrase",
      tokens: ['a"b', "AND"],
      prefix: true,
      columns: ["title", "tags"],
    };
    expect(toFts5(phrase)).toBe('{title tags} : "a""b AND"*');
    expect(toFts5({ op: "not", keep: phrase, drop: { op: "phrase", tokens: ["c"], prefix: false } })).toBe(
      '({title tags} : "a""b AND"*) NOT ("c")',
    );
  });
});

describe("within", () => {
  const phrase = (token: string): Phrase => ({ op: "phrase", tokens: [token], prefix: false });

  test("holds phrases to the columns, or to those of them that they allow", () => {
    expect(within(phrase("a"), ["title", "body"])).toEqual({ ...phrase("a"), columns: ["title", "body"] });
    const inParts: Phrase = { ...phrase("a"), columns: ["parts", "generated"] };
    expect(within(inParts, ["body", "parts"])).toEqual({ ...phrase("a"), columns: ["parts"] });
    expect(within(inParts, ["body"])).toBeNull();
  });

  test("a conjunction fails with one part, a disjunction only with all", () => {
    const never: Expression = { ...phrase("a"), columns: ["tags"] };
    const held = { ...phrase("b"), columns: ["body"] };
    expect(within({ op: "and", args: [never, phrase("b")] }, ["body"])).toBeNull();
    expect(within({ op: "or", args: [never, phrase("b")] }, ["body"])).toEqual(held);
    expect(within({ op: "or", args: [never, never] }, ["body"])).toBeNull();
  });

  test("what is dropped is dropped wherever it stands", () => {
    const expression: Expression = { op: "not", keep: phrase("a"), drop: phrase("b") };
    expect(within(expression, ["body"])).toEqual({
      op: "not",
      keep: { ...phrase("a"), columns: ["body"] },
      drop: phrase("b"),
    });
  });
});

test("distinct keeps the first of expressions that ask the same, in their order", () => {
  const phrase = (token: string, columns?: ["body"]): Phrase => ({
    ...{ op: "phrase", tokens: [token], prefix: false },
    ...(columns && { columns }),
  });
  const all = [
    phrase("b"),
    phrase("a"),
    phrase("b", ["body"]),
    phrase("b"),
    { ...phrase("a"), prefix: true },
  ];
  expect(distinct(all)).toEqual([all[0], all[1], all[2], all[4]]);
});

test("join makes nothing of nothing and no node around a single part", () => {
  const phrase: Expression = { op: "phrase", tokens: ["a"], prefix: false };
  expect(join("and", [])).toBeNull();
  expect(join("or", [phrase])).toBe(phrase);
});
