import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Term } from "../src/engine/engine.ts";
import { excerpt } from "../src/query/excerpt.ts";
import { type Column, type Phrase, toFts5 } from "../src/query/expression.ts";
import { termsOf } from "../src/query/locate.ts";
import { type Clause, parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import { edits } from "../src/query/spelling.ts";
import { Alphabet } from "../src/text/alphabet.ts";
import type { Fragment } from "../src/types.ts";
import { alphabetOf } from "./support/alphabet.ts";

interface ClauseVector {
  text: string;
  quoted: boolean;
  prefix: boolean;
  field: "title" | "tag" | null;
}

interface PhraseVector {
  tokens: string[];
  prefix: boolean;
  columns: Column[] | null;
}

interface Vectors {
  parse: {
    query: string;
    typing: boolean;
    expect: { required: ClauseVector[][]; excluded: ClauseVector[] };
  }[];
  expressions: {
    query: string;
    typing: boolean;
    everywhere?: string[];
    filter: string | null;
    together: string | null;
    boosts: [string, number][];
  }[];
  edits: { a: string; b: string; limit: number; expect: number }[];
  excerpts: {
    text: string;
    phrases: PhraseVector[];
    expect: Fragment[];
  }[];
  telling: {
    about: string;
    frequent: string[];
    phrases: PhraseVector[];
    terms: Term[];
    telling: number;
    numbers: (number | null)[][];
  }[];
}

/** What the implementation for the command is held to as well. */
const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../../tests/vectors/query.json", import.meta.url), "utf8"),
);

/** A site without a single character beyond ASCII. */
const alphabet = new Alphabet({ same: "", fold: {}, marks: {} });

const toPhrase = ({ columns, ...phrase }: PhraseVector): Phrase => ({
  op: "phrase",
  ...phrase,
  ...(columns && { columns }),
});

const toVector = ({ field, ...clause }: Clause): ClauseVector => ({ ...clause, field: field ?? null });

describe("the vectors shared with the command", () => {
  test.each(vectors.parse)("parse: $query, typing: $typing", ({ query, typing, expect: expected }) => {
    const parsed = parse(query, typing);
    expect({
      ...parsed,
      required: parsed.required.map((alternatives) => alternatives.map(toVector)),
      excluded: parsed.excluded.map(toVector),
    }).toEqual(expected);
  });

  test.each(vectors.expressions)("plan: $query, typing: $typing", (vector) => {
    const { query, typing, everywhere = [], ...expected } = vector;
    const found = plan(parse(query, typing), alphabet, undefined, new Set(everywhere));
    expect({
      filter: found && toFts5(found.filter),
      together: found?.together ? toFts5(found.together) : null,
      boosts: found?.boosts.map(({ expression, bonus }) => [toFts5(expression), bonus]) ?? [],
    }).toEqual(expected);
  });

  test.each(vectors.edits)("edits between $a and $b, up to $limit", ({ a, b, limit, expect: expected }) => {
    if (expected > limit) expect(edits(a, b, limit)).toBeGreaterThan(limit);
    else expect(edits(a, b, limit)).toBe(expected);
  });

  test.each(vectors.excerpts)("excerpt of $text", async ({ text, phrases, expect: expected }) => {
    expect(excerpt(text, phrases.map(toPhrase), await alphabetOf(text.normalize("NFKC")))).toEqual(expected);
  });
  test.each(vectors.telling)("terms that locate: $about", ({ about: _, phrases, frequent, ...expected }) => {
    expect(termsOf(phrases.map(toPhrase), new Set(frequent))).toEqual(expected);
  });
});
