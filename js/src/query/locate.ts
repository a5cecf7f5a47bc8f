import type { Occurrence, Start, Term } from "../engine/engine.ts";
import type { Phrase } from "./expression.ts";

/** A phrase found in a passage. */
export interface Located {
  passage: number;
  /** Which of the phrases. */
  phrase: number;
}

/** How well a passage answers: how many different phrases, how long they are, how often. */
export interface Candidate {
  passage: number;
  score: number;
}

const TEXT_COLUMNS = ["body", "generated", "parts"] as const;

/**
 * The different terms by which to locate the phrases, and which of them each token is. Null are tokens that locate
 * nothing: those of phrases that stand in no text, and `frequent` ones, unless there are no others.
 */
export function termsOf(
  phrases: readonly Phrase[],
  frequent: ReadonlySet<string>,
): { terms: Term[]; numbers: (number | null)[][] } {
  const tokensOf = phrases.map(({ tokens, prefix, columns }) => {
    const inText = !columns || TEXT_COLUMNS.some((column) => columns.includes(column));
    return tokens.map((token, n) => ({ token, prefix: prefix && n === tokens.length - 1, inText }));
  });
  const isTelling = ({ token, prefix }: Term) => prefix || !frequent.has(token);
  const someTell = tokensOf.flat().some((token) => token.inText && isTelling(token));
  const terms: Term[] = [];
  const known = new Map<string, number>();
  const numbers = tokensOf.map((tokens) =>
    tokens.map(({ inText, ...term }) => {
      if (!inText || (someTell && !isTelling(term))) return null;
      const key = `${term.prefix ? "*" : "="}${term.token}`;
      let number = known.get(key);
      if (number === undefined) {
        number = terms.push(term) - 1;
        known.set(key, number);
      }
      return number;
    }),
  );
  return { terms, numbers };
}

/**
 * Where the phrases stand in one page: occurrences of single terms are joined into phrases, and each is led to the
 * passage that it begins in. `numbers` tells which term each token of a phrase is; those without one may be any.
 * Occurrences in the title and tags belong to no passage.
 */
export function locate(
  phrases: readonly Phrase[],
  numbers: readonly (readonly (number | null)[])[],
  occurrences: readonly Occurrence[],
  starts: readonly Start[],
): Located[] {
  const places = new Map<string, Set<number>>();
  for (const { column, offset, term } of occurrences) {
    const key = `${column} ${term}`;
    const offsets = places.get(key);
    if (offsets) offsets.add(offset);
    else places.set(key, new Set([offset]));
  }
  const found: Located[] = [];
  for (const column of TEXT_COLUMNS) {
    const begins = beginnings(starts, column);
    phrases.forEach((phrase, number) => {
      if (phrase.columns && !phrase.columns.includes(column)) return;
      const [first, ...following] = (numbers[number] ?? []).flatMap((term, at) =>
        term === null ? [] : [{ at, offsets: places.get(`${column} ${term}`) }],
      );
      for (const offset of first?.offsets ?? []) {
        const start = offset - (first?.at ?? 0);
        if (!following.every(({ at, offsets }) => offsets?.has(start + at))) continue;
        const passage = passageAt(begins, offset);
        if (passage !== undefined) found.push({ passage, phrase: number });
      }
    });
  }
  return found;
}

/** The best passages of a page first; of equals, the one that comes first in the page. */
export function best(located: readonly Located[], phrases: readonly Phrase[]): Candidate[] {
  const byPassage = new Map<number, Map<number, number>>();
  const inPage = new Map<number, number>();
  for (const { passage, phrase } of located) {
    const counts = byPassage.get(passage) ?? new Map<number, number>();
    counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
    byPassage.set(passage, counts);
    inPage.set(phrase, (inPage.get(phrase) ?? 0) + 1);
  }
  const candidates = [...byPassage].map(([passage, counts]) => {
    let score = 0;
    for (const [phrase, count] of counts) {
      // Long phrases and those that are rare in the page tell most; repeating one adds less and less.
      const weight = (phrases[phrase]?.tokens.length ?? 1) / (1 + Math.log2(inPage.get(phrase) ?? 1));
      score += weight * (2 - 1 / count);
    }
    return { passage, score };
  });
  return candidates.sort((a, b) => b.score - a.score || a.passage - b.passage);
}

type Beginning = { at: number; passage: number };

/** Where passages begin in a column, in order. `generated` holds the parts of its identifiers after its text. */
function beginnings(starts: readonly Start[], column: "body" | "generated" | "parts"): Beginning[] {
  const own = starts.filter((start) => start.column === (column === "parts" ? "body" : column));
  const texts = own.map(({ id, firstToken }) => ({ at: firstToken, passage: id }));
  const parts = own.map(({ id, firstPart }) => ({ at: firstPart, passage: id }));
  if (column === "body") return texts;
  return column === "parts" ? parts : [...texts, ...parts];
}

function passageAt(beginnings: readonly Beginning[], offset: number): number | undefined {
  let low = 0;
  let high = beginnings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((beginnings[middle] as Beginning).at <= offset) low = middle + 1;
    else high = middle;
  }
  return beginnings[low - 1]?.passage;
}
