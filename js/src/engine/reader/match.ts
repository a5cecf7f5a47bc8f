/** What FTS5 makes of an expression: the pages that satisfy it, and their BM25. */
import { COLUMNS, type Expression, type Phrase } from "../../query/expression.ts";
import type { Match } from "../engine.ts";
import { columnOf, FoundPostings, type Position, type Postings } from "./postings.ts";
import type { Totals } from "./segments.ts";

/** The constants of FTS5's BM25, <https://www.sqlite.org/fts5.html#the_bm25_function>. */
const K1 = 1.2;
const B = 0.75;
const LEAST_IDF = 1e-6;

/** An expression with the postings of its phrases. */
export type Found =
  | { op: "phrase"; pages: Postings }
  | { op: "and" | "or"; args: Found[]; pages: ReadonlySet<number> }
  | { op: "not"; keep: Found; pages: ReadonlySet<number> };

type PhrasePostings = ReadonlyMap<Phrase, Postings>;

/** Which pages each part of an expression holds for. */
export function resolve(expression: Expression, postings: PhrasePostings): Found {
  if (expression.op === "phrase") return { op: "phrase", pages: postings.get(expression) as Postings };
  if (expression.op === "not") {
    const keep = resolve(expression.keep, postings);
    const drop = resolve(expression.drop, postings);
    return { op: "not", keep, pages: new Set(pagesOf(keep).filter((page) => !drop.pages.has(page))) };
  }
  const { op } = expression;
  const args = expression.args.map((arg) => resolve(arg, postings));
  if (op === "or") return { op, args, pages: new Set(args.flatMap(pagesOf)) };
  const [rarest, ...others] = [...args].sort((a, b) => a.pages.size - b.pages.size);
  const pages = rarest ? pagesOf(rarest) : [];
  return { op, args, pages: new Set(pages.filter((page) => others.every((other) => other.pages.has(page)))) };
}

export function pagesOf(found: Found): number[] {
  return found.op === "phrase" ? [...found.pages.pages] : [...found.pages];
}

/** All phrases of an expression, those of `not` too. */
export function everyPhrase(expression: Expression): Phrase[] {
  if (expression.op === "phrase") return [expression];
  if (expression.op === "not") return [...everyPhrase(expression.keep), ...everyPhrase(expression.drop)];
  return expression.args.flatMap(everyPhrase);
}

/** Where the tokens of a phrase stand one after the other, in one of its columns. */
export function phrasePostings({ columns }: Phrase, tokens: readonly Postings[]): Postings {
  const [first, ...following] = tokens;
  if (!first) return new FoundPostings(new Map());
  if (!following.length && !columns) return first;
  const allowed = COLUMNS.map((column) => !columns || columns.includes(column));
  const rarest = tokens.reduce((a, b) => (b.size < a.size ? b : a));
  const found = new Map<number, Position[]>();
  for (const page of rarest.pages) {
    if (!tokens.every((token) => token.has(page))) continue;
    let places = first.positions(page).filter((position) => allowed[columnOf(position)]);
    for (const [n, token] of following.entries()) {
      if (!places.length) break;
      const there = new Set(token.positions(page));
      places = places.filter((position) => there.has(position + n + 1));
    }
    if (places.length) found.set(page, places);
  }
  return new FoundPostings(found);
}

/**
 * The matches with FTS5's BM25, higher is better.
 *
 * A phrase counts on a page where the part of the expression that it belongs to holds. `sizes` are in tokens, of all
 * columns together.
 */
export function score(
  found: Found,
  weights: readonly number[],
  { rows, tokens }: Totals,
  sizes: ReadonlyMap<number, number>,
): Match[] {
  const average = tokens / rows;
  const idfs = new Map<Postings, number>();
  const idf = (phrase: Postings) => {
    const known = idfs.get(phrase) ?? Math.log((rows - phrase.size + 0.5) / (phrase.size + 0.5));
    idfs.set(phrase, known);
    return known > 0 ? known : LEAST_IDF;
  };
  return pagesOf(found).map((page) => {
    const length = 1 - B + (B * (sizes.get(page) ?? 0)) / average;
    let sum = 0;
    for (const phrase of counting(found, page)) {
      const frequency = phrase.frequency(page, weights);
      sum += idf(phrase) * ((frequency * (K1 + 1)) / (frequency + K1 * length));
    }
    return { page, score: sum };
  });
}

/** The phrases that count on a page. */
function counting(found: Found, page: number): Postings[] {
  if (!found.pages.has(page)) return [];
  if (found.op === "phrase") return [found.pages];
  if (found.op === "not") return counting(found.keep, page);
  return found.args.flatMap((arg) => counting(arg, page));
}
