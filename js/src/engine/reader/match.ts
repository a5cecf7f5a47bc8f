/** What FTS5 makes of an expression: the pages that satisfy it, and their BM25. */
import { COLUMNS, type Expression, type Phrase } from "../../query/expression.ts";
import type { Match } from "../engine.ts";
import { columnOf, FoundPostings, type Position, type Postings, type TokenPostings } from "./postings.ts";
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

/**
 * Where the tokens of a phrase stand one after the other, in one of its columns.
 *
 * Of tokens whose positions have yet to be read, they are read only on pages where the others stand as the phrase asks.
 */
export async function phrasePostings(
  { columns }: Phrase,
  tokens: readonly TokenPostings[],
): Promise<Postings> {
  const [first, ...following] = tokens;
  if (!first) return new FoundPostings(new Map());
  const allowed = COLUMNS.map((column) => !columns || columns.includes(column));
  if (!following.length) return columns ? first.within(allowed) : first;
  const placed = tokens.map((postings, offset) => ({ postings, offset }));
  placed.sort((a, b) => a.postings.size - b.postings.size);
  const rarest = placed[0]?.postings ?? first;
  const pages = [...rarest.pages].filter((page) => tokens.every((token) => token.has(page)));
  /** Page ► where the phrase may begin. */
  let found = new Map<number, Position[] | undefined>(pages.map((page) => [page, undefined]));
  for (const together of inTurns(placed)) {
    const left = [...found.keys()];
    await Promise.all(together.map(({ postings }) => postings.load?.(left)));
    for (const { postings, offset } of together) {
      const next = new Map<number, Position[]>();
      for (const [page, before] of found) {
        const begins = postings.positions(page).map((position) => position - offset);
        const there = before && new Set(begins);
        const places = before && there ? before.filter((place) => there.has(place)) : begins;
        if (places.length) next.set(page, places);
      }
      found = next;
    }
  }
  const postings = new Map<number, Position[]>();
  for (const [page, places = []] of found) {
    const own = places.filter((position) => allowed[columnOf(position)]);
    if (own.length) postings.set(page, own);
  }
  return new FoundPostings(postings);
}

/** Tokens, the rarest first, in the order in which to look at them: those that have to be read last, as few as can be. */
function inTurns<T extends { postings: TokenPostings }>(tokens: readonly T[]): T[][] {
  const known = tokens.filter(({ postings }) => !postings.load);
  const others = tokens.filter(({ postings }) => postings.load);
  // Two that stand side by side leave few pages for the rest.
  return known.length ? [known, others] : [others.slice(0, 2), others.slice(2)];
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
