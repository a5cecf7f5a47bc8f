import { describe, expect, test } from "vitest";
import type { Expression } from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { type Plan, plan, prefixes } from "../src/query/plan.ts";
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

const planOf = (query: string, typing = false) => plan(parse(query, typing), alphabet);

/** What pages must have. */
const filter = (query: string, typing = false) => short(planOf(query, typing)?.filter ?? null);

/** What lifts them, such as `[one two] + 10`. Private-use characters are shown as what they stand for. */
const boosts = (query: string, typing = false) =>
  planOf(query, typing)?.boosts.map(({ expression, bonus }) =>
    `${short(expression)}${bonus ? ` + ${bonus}` : ""}`.replace(/[\ue000-\ue07f]/g, (sign) =>
      String.fromCharCode(sign.charCodeAt(0) - 0xe000),
    ),
  );

describe("a plain query", () => {
  test("is one phrase where it is one word", () => {
    expect(filter("Áéreo")).toBe("[aereo]");
    expect(boosts("Áéreo")).toEqual([]);
  });

  test("asks for all words, wherever they stand", () => {
    expect(filter("one two")).toBe("([one] AND [two])");
  });

  test("ranks words up that stand side by side, or all in the title", () => {
    expect(boosts("one two")).toEqual(["[one two] + 10", "(title:[one] AND title:[two])"]);
    expect(short(planOf("one two")?.together ?? null)).toBe("[one two]");
    expect(planOf("one")?.together).toBeNull();
  });

  test("makes a phrase of a word that holds several tokens", () => {
    expect(filter("client.fetch_all")).toBe("[client fetch all]");
    expect(filter("日本")).toBe("[日 本]");
    expect(boosts("日本 x")?.[0]).toBe("[日 本 x] + 10");
  });

  test("also looks inside of identifiers", () => {
    expect(filter("sendRaw")).toBe("([sendraw] OR parts+generated:[send raw])");
    expect(filter("sendRaw", true)).toBe("([sendraw*] OR parts+generated:[send raw*])");
  });

  test("takes the last word as a prefix while typing, and ranks the word itself up", () => {
    expect(filter("one two", true)).toBe("([one] AND [two*])");
    expect(boosts("one two", true)).toEqual(["[one two*] + 10", "(title:[one] AND title:[two*])", "[two]"]);
    expect(boosts("conf*")).toEqual(["[conf]"]);
  });

  test("takes the beginning of a word that is short, or too common, for itself and for words of titles", () => {
    expect(filter("tw", true)).toBe("([tw] OR title:[tw*])");
    expect(filter("one t*")).toBe("([one] AND ([t] OR title:[t*]))");
    expect(boosts("one t", true)).toEqual(["[one t] + 10", "(title:[one] AND title:[t*])"]);
    const common = plan(parse("one two", true), alphabet, new Set(["two"]));
    expect(short(common?.filter ?? null)).toBe("([one] AND ([two] OR title:[two*]))");
    const several = plan(parse("one.two", true), alphabet, new Set(["two"]));
    expect(short(several?.filter ?? null)).toBe("([one two] OR [one])");
    expect(prefixes(planOf("one two three* -four* title:fiv*", true) as Plan)).toEqual(["three", "four"]);
    expect(prefixes(planOf("one tw", true) as Plan)).toEqual([]);
  });

  test.each(["", "…", "( ) { } \" ' *", "wiki:help", "wiki:help -x", "- + |", "title:… tag:…"])(
    "asks for nothing where it holds no word: %j",
    (query) => {
      expect(planOf(query)).toBeNull();
    },
  );

  test("leaves out what holds no word", () => {
    expect(filter("C ++")).toBe("[c]");
    expect(filter("one — two")).toBe("([one] AND [two])");
    expect(boosts("one — two")?.[0]).toBe("[one two] + 10");
    expect(filter("one OR …")).toBe("[one]");
    expect(filter("one -…")).toBe("[one]");
  });
});

describe("an identifier with punctuation", () => {
  test("is found by its letters, and ranked up where it stands with its punctuation", () => {
    expect(filter("C++")).toBe("[c]");
    expect(boosts("C++")).toEqual(["parts+generated:[c++] + 4"]);
    expect(boosts("--no-cache")).toEqual(["parts+generated:[--no-cache] + 4"]);
    expect(boosts(".libPath #172 plain")?.slice(2)).toEqual([
      "parts+generated:[.libpath] + 4",
      "parts+generated:[#172] + 4",
    ]);
  });

  test("may go on while it is typed", () => {
    expect(boosts(".libPa", true)).toEqual(["[libpa]", "parts+generated:[.libpa*] + 4"]);
  });

  test("is looked for in phrases too, but not in fields, alternatives and what is left out", () => {
    expect(boosts('"use C++ here"')).toEqual(["parts+generated:[c++] + 4"]);
    expect(boosts("title:C++")).toEqual([]);
    expect(boosts("C++ OR F#")).toEqual([]);
    expect(boosts("one -C++")).toEqual([]);
  });
});

describe("a query with operators", () => {
  test("is not taken for one phrase", () => {
    expect(filter('"a b" c')).toBe("([a b] AND [c])");
    expect(filter("a OR b c")).toBe("(([a] OR [b]) AND [c])");
    expect(filter("title:a b")).toBe("(title:[a] AND [b])");
    for (const query of ['"a b" c', "a OR b c", "a OR b c d", "title:a b"]) {
      expect(planOf(query)?.together).toBeNull();
      expect(boosts(query)).toEqual([]);
    }
  });

  test("drops pages with what is excluded", () => {
    expect(filter("a -b")).toBe("([a] NOT [b])");
    expect(filter("a b -c -dry*")).toBe("(([a] AND [b]) NOT ([c] OR [dry*]))");
    expect(short(planOf("a b -c -dry*")?.drop ?? null)).toBe("([c] OR [dry*])");
    expect(boosts("a b -c")?.[0]).toBe("[a b] + 10");
  });

  test("holds fields to their column, without looking inside of identifiers", () => {
    expect(filter('title:sendRaw tag:"x y"')).toBe("(title:[sendraw] AND tags:[x y])");
  });

  test("keeps its groups apart, each with its alternatives", () => {
    const groups = planOf('a OR b.c "d e" -f')?.groups.map((group) => group.map(({ terms }) => terms));
    expect(groups).toEqual([[["a"], ["b", "c"]], [["d", "e"]]]);
  });
});
