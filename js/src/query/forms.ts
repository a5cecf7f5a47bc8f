/** The forms that a word of a query may take on pages, where it is not found as it was typed. */
import type { Engine, Match } from "../engine/engine.ts";
import type { Correction } from "../types.ts";
import { distinct, type Expression, join, type Phrase } from "./expression.ts";
import type { Word } from "./plan.ts";
import { family, insides, shorter, similar } from "./spelling.ts";

/** The most terms of a family that are searched for. */
const MAX_FAMILY = 12;
/** The most phrases tried for a run of several terms that is cut at its ends. */
const MAX_CUT = 100;

/** `engine.match`, which remembers what it was asked. */
export type Matcher = (expression: Expression) => Promise<readonly Match[]>;

/** What stands for one group of a query's words. */
export interface Forms {
  /** As it was typed. */
  text: string;
  expressions: Expression[];
  /** The terms of a single plain word; empty for others. */
  terms: readonly string[];
  /** What was looked for in place of words that stand on no page. */
  corrections: Correction[];
  /** Not to be done without: quoted, or held to a field. */
  required: boolean;
}

interface Found {
  expressions: Expression[];
  /** The likeliest of them, where the word itself stands on no page. */
  corrected: string | null;
}

/**
 * The forms of a group of alternatives. `careful` says to be slow to take a word for a misspelling: one among many may
 * just stand on no page.
 */
export async function otherForms(
  engine: Engine,
  match: Matcher,
  group: readonly Word[],
  pageCount: number,
  careful: boolean,
): Promise<Forms> {
  const found = await Promise.all(group.map((word) => forms(engine, match, word, pageCount, careful)));
  return {
    ...ownForm(group),
    expressions: distinct(found.flatMap(({ expressions }) => expressions)),
    corrections: found.flatMap(({ corrected }, n) =>
      corrected ? [{ from: group[n]?.clause.text ?? "", to: corrected }] : [],
    ),
  };
}

/** A group of alternatives as they were typed. */
export function ownForm(group: readonly Word[]): Forms {
  const plain = group.every(({ clause }) => !clause.quoted && !clause.field);
  return {
    text: group.map(({ clause }) => clause.text).join(" OR "),
    expressions: distinct(group.map(({ expression }) => expression)),
    terms: (plain && group.length === 1 && group[0]?.terms) || [],
    corrections: [],
    required: !plain,
  };
}

/** A word's forms, and the correction where the word itself stands on no page. */
async function forms(
  engine: Engine,
  match: Matcher,
  { clause, terms, expression }: Word,
  pageCount: number,
  careful: boolean,
): Promise<Found> {
  const own: Found = { expressions: [expression], corrected: null };
  if (clause.quoted || clause.field) return own;
  const pages = (await match(expression)).length;
  if (terms.length > 1) return pages ? own : cutRun(engine, match, terms);
  const term = terms[0] as string;
  if (pages * 2 > pageCount) return own; // so common that its family tells nothing
  let others = (await family(engine, term)).slice(0, MAX_FAMILY);
  if (pages) {
    return {
      expressions: [expression, ...others.filter((form) => form !== term).map(single)],
      corrected: null,
    };
  }
  if (!others.length) others = await shorter(engine, term);
  if (!others.length) others = await insides(engine, term);
  if (!others.length) others = await similar(engine, term, { prefix: clause.prefix, careful });
  const [first] = others;
  return first === undefined ? own : { expressions: others.map(single), corrected: first };
}

/**
 * A run of several terms: phrases that it may be cut out of, as `x30-0x3f` of `0x30-0x3f`; else its terms, wherever they
 * stand.
 */
async function cutRun(engine: Engine, match: Matcher, terms: readonly string[]): Promise<Found> {
  const first = terms[0] as string;
  const last = terms.at(-1) as string;
  const [before, after] = await Promise.all([insides(engine, first, "end"), insides(engine, last, "begin")]);
  const begins = before.length ? before : [first];
  const ends = after.length ? after : [last];
  const phrases = begins.flatMap((begin) =>
    ends.map((end): Phrase => ({ op: "phrase", tokens: [begin, ...terms.slice(1, -1), end], prefix: false })),
  );
  const cut: Phrase[] = [];
  for (const phrase of phrases.slice(0, MAX_CUT)) {
    if ((await match(phrase)).length) cut.push(phrase);
  }
  if (cut[0]) return { expressions: cut, corrected: cut[0].tokens.join(" ") };
  const scattered = join("and", terms.map(single));
  return { expressions: scattered ? [scattered] : [], corrected: null };
}

function single(term: string): Phrase {
  return { op: "phrase", tokens: [term], prefix: false };
}
