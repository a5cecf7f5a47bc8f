import type { Engine, Occurrence, Start, Term } from "../engine/engine.ts";
import type { Column, Phrase } from "./expression.ts";
import { groupBy } from "./group.ts";

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
type TextColumn = (typeof TEXT_COLUMNS)[number];

/** The different terms by which phrases are located. */
export interface Terms {
  /** Those that tell come first. */
  terms: Term[];
  telling: number;
  /** Of each phrase, which term each token is; null for all tokens of a phrase that is not located. */
  numbers: (number | null)[][];
}

/**
 * By which terms to locate the phrases. All tell but `frequent` ones beside others. A phrase without any that tells is
 * not located, nor is one that stands in no text.
 */
export function termsOf(phrases: readonly Phrase[], frequent: ReadonlySet<string>): Terms {
  const inText = phrases.map((phrase) => columnsOf(phrase).length > 0);
  const tokensOf = phrases.map(({ tokens, prefix }) =>
    tokens.map((token, n): Term => ({ token, prefix: prefix && n === tokens.length - 1 })),
  );
  const isRare = ({ token, prefix }: Term) => prefix || !frequent.has(token);
  const someAreRare = tokensOf.some((tokens, n) => inText[n] && tokens.some(isRare));
  const tells = (term: Term) => !someAreRare || isRare(term);
  const located = tokensOf.map((tokens, n) => (inText[n] && tokens.some(tells) ? tokens : []));
  const key = ({ token, prefix }: Term) => `${prefix ? "*" : "="}${token}`;
  const known = new Map(located.flat().map((term) => [key(term), term]));
  const telling = [...known.values()].filter(tells);
  const terms = [...telling, ...[...known.values()].filter((term) => !tells(term))];
  const numberOf = new Map(terms.map((term, number) => [key(term), number]));
  return {
    terms,
    telling: telling.length,
    numbers: tokensOf.map((tokens, n) =>
      tokens.map((term) => (located[n]?.length ? (numberOf.get(key(term)) ?? null) : null)),
    ),
  };
}

/**
 * Where the terms stand in the given pages: those that do not tell only where a phrase stands as far as the others say.
 * There the engine has looked at them before.
 */
export async function occurrencesOf(
  engine: Pick<Engine, "occurrences">,
  phrases: readonly Phrase[],
  { terms, telling, numbers }: Terms,
  pages: readonly number[],
): Promise<Occurrence[]> {
  const found = await engine.occurrences(terms.slice(0, telling), pages);
  if (telling === terms.length) return found;
  const byTelling = numbers.map((own) => own.map((term) => (term !== null && term < telling ? term : null)));
  const isPartly = numbers.map((own) => own.some((term) => term !== null && term >= telling));
  const foundOn = groupBy(found, ({ page }) => page);
  const likely = pages.filter((page) => {
    const places = placesOf(foundOn.get(page) ?? []);
    return phrases.some(
      (phrase, n) =>
        isPartly[n] && columnsOf(phrase).some((column) => begins(byTelling[n] ?? [], column, places).length),
    );
  });
  const others = await engine.occurrences(terms.slice(telling), likely);
  return [...found, ...others.map(({ term, ...place }) => ({ ...place, term: telling + term }))];
}

/**
 * Where the phrases stand in one page: occurrences of single terms are joined into phrases, and each is led to the
 * passage that it begins in. `numbers` tells which term each token of a phrase is. Occurrences in the title and tags
 * belong to no passage.
 */
export function locate(
  phrases: readonly Phrase[],
  numbers: Terms["numbers"],
  occurrences: readonly Occurrence[],
  starts: readonly Start[],
): Located[] {
  const places = placesOf(occurrences);
  const found: Located[] = [];
  for (const column of TEXT_COLUMNS) {
    const beginnings = beginningsOf(starts, column);
    phrases.forEach((phrase, number) => {
      if (!columnsOf(phrase).includes(column)) return;
      for (const offset of begins(numbers[number] ?? [], column, places)) {
        const passage = passageAt(beginnings, offset);
        if (passage !== undefined) found.push({ passage, phrase: number });
      }
    });
  }
  return found;
}

/** Column and term ► offsets. */
type Places = ReadonlyMap<string, ReadonlySet<number>>;

function placesOf(occurrences: readonly Occurrence[]): Places {
  const places = new Map<string, Set<number>>();
  for (const { column, offset, term } of occurrences) {
    const key = `${column} ${term}`;
    const offsets = places.get(key);
    if (offsets) offsets.add(offset);
    else places.set(key, new Set([offset]));
  }
  return places;
}

/** Where these terms begin to stand one after the other; in the place of null any may. */
function begins(terms: readonly (number | null)[], column: Column, places: Places): number[] {
  const known = terms.flatMap((term, at) => {
    return term === null ? [] : [{ at, offsets: places.get(`${column} ${term}`) }];
  });
  const [first, ...following] = known;
  const starts = [...(first?.offsets ?? [])].map((offset) => offset - (first?.at ?? 0));
  return starts.filter((start) => following.every(({ at, offsets }) => offsets?.has(start + at)));
}

/** The columns with text in which a phrase may stand. */
function columnsOf({ columns }: Phrase): readonly TextColumn[] {
  return columns ? TEXT_COLUMNS.filter((column) => columns.includes(column)) : TEXT_COLUMNS;
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
function beginningsOf(starts: readonly Start[], column: TextColumn): Beginning[] {
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
