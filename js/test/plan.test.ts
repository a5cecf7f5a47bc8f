import { describe, expect, test } from "vitest";
import type { Expression } from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import { alphabetOf } from "./support/alphabet.ts";

const alphabet = await alphabetOf("áéç日本");

/** An expression in short: `[a b*]` is a phrase, `title:[a]` one that is held to a column. */
function short(expression: Expression | null): string {
  if (!expression) return "nothing";
  if (expression.op === "phrase") {
    const { tokens, prefix, columns } = expression;
    return `${columns ? `${columns.join("+")}:` : ""}[${tokens.join(" ")}${prefix ? "*" : ""}]`;
  }
  if (expression.op === "not") return `(${short(expression.keep)} NOT ${short(expression.drop)})`;
  return `(${expression.args.map(short).join(` ${expression.op.toUpperCase()} `)})`;
}

const planned = (query: string, typing = false) => short(plan(parse(query, typing), alphabet));

describe("a plain query", () => {
  test("is one phrase where it is one word", () => {
    expect(planned("Áéreo")).toBe("[aereo]");
  });

  test("asks for all words, and ranks them up where they stand side by side", () => {
    expect(planned("one two")).toBe("([one two] OR ([one] AND [two]))");
  });

  test("makes a phrase of a word that holds several tokens", () => {
    expect(planned("client.fetch_all")).toBe("[client fetch all]");
    expect(planned("日本")).toBe("[日 本]");
  });

  test("also looks inside of identifiers", () => {
    expect(planned("sendRaw")).toBe("([sendraw] OR parts+generated:[send raw])");
    expect(planned("sendRa", true)).toBe("([sendra*] OR parts+generated:[send ra*])");
  });

  test("takes the last word as a prefix while typing, in the phrase too", () => {
    expect(planned("one tw", true)).toBe("([one tw*] OR ([one] AND [tw*]))");
  });

  test.each(["", "…", "( ) { } \" ' *", "wiki:help", "wiki:help -x", "- + |", "title:… tag:…"])(
    "asks for nothing where it holds no word: %j",
    (query) => {
      expect(planned(query)).toBe("nothing");
    },
  );

  test("leaves out what holds no word", () => {
    expect(planned("C ++")).toBe("[c]");
    expect(planned("one — two")).toBe("([one two] OR ([one] AND [two]))");
    expect(planned("one OR …")).toBe("[one]");
    expect(planned("one -…")).toBe("[one]");
  });
});

describe("a query with operators", () => {
  test("is not taken for one phrase", () => {
    expect(planned('"a b" c')).toBe("([a b] AND [c])");
    expect(planned("a OR b c")).toBe("(([a] OR [b]) AND [c])");
    expect(planned("title:a b")).toBe("(title:[a] AND [b])");
  });

  test("drops pages with what is excluded", () => {
    expect(planned("a -b")).toBe("([a] NOT [b])");
    expect(planned("a b -c -d*")).toBe("(([a b] OR ([a] AND [b])) NOT ([c] OR [d*]))");
  });

  test("holds fields to their column, without looking inside of identifiers", () => {
    expect(planned('title:sendRaw tag:"x y"')).toBe("(title:[sendraw] AND tags:[x y])");
  });
});
