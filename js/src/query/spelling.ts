/** Other terms for a word that stands on no page as it was typed: of its family, with it inside, or spelled nearly so. */
import type { Engine, TermRow } from "../engine/engine.ts";

/** Longer terms are not kept in the tables for this. */
const MAX_TERM = 24;
/** The most terms that one part of a word stands for. */
const MAX_INSIDES = 50;
/** The most spellings that one misspelling stands for. */
const MAX_SIMILAR = 3;
/**
 * The shortest beginning of a word that leads to its family, which is half of the word at least: *cosmic* is none of the
 * family of *cos*. Of a shorter word only an *s* is taken off; a doubled letter shows a shorter stem, *run* in *running*.
 */
const MIN_STEM = 4;
/** Words up to this length are looked up with each two neighbours transposed. */
const MAX_TRANSPOSED = 6;

// How `mkdocs_fts/vocabulary.py` marks the ends of a term, and a stem: private-use characters.
const BEGIN = "\ue100";
const END = "\ue101";
const STEM = "\ue102";

const LETTERS = /^\p{L}+$/u;

/** Where a fragment stands in a term. */
export type Place = "begin" | "inside" | "end";

/**
 * The terms of a word's family, itself included where it stands on a page.
 *
 * There is no stemmer where queries are asked. A stem is nearly always the beginning of its words, so that the longest
 * beginning which is the stem of some term leads to the family.
 */
export async function family(engine: Engine, term: string): Promise<string[]> {
  for (const stem of beginnings(term)) {
    const stems = stem.endsWith("y") ? [stem, `${stem.slice(0, -1)}i`] : [stem]; // policy, policies: polici
    const found = await engine.termsWithSome(
      stems.map((each) => STEM + each),
      1,
    );
    if (found.length) return found.map((row) => row.term);
  }
  return [];
}

/**
 * The longest beginning of a word that stands on a page by itself: a term that shares its stem with no other has none in
 * the index, and so leads to no family.
 */
export async function shorter(engine: Engine, term: string): Promise<string[]> {
  for (const stem of beginnings(term).slice(1)) {
    const rows = await engine.termsWithAll(trigrams(stem));
    if (rows.some((row) => row.term === stem)) return [stem];
  }
  return [];
}

/** The beginnings of a word that may be its stem, the longest, the word itself, first. */
function beginnings(term: string): string[] {
  const characters = [...term];
  const whole = characters.length;
  if (whole < 3 || whole > MAX_TERM || !LETTERS.test(term)) return [];
  const shortest =
    whole > MIN_STEM ? Math.max(MIN_STEM, Math.ceil(whole / 2)) : whole - (term.endsWith("s") ? 1 : 0);
  const lengths = Array.from({ length: whole - shortest + 1 }, (_, at) => whole - at);
  if (shortest > 3 && characters[2] === characters[3]) lengths.push(3);
  return lengths.map((length) => characters.slice(0, length).join(""));
}

/** The terms that the fragment is a part of, those on most pages first. */
export async function insides(engine: Engine, fragment: string, place: Place = "inside"): Promise<string[]> {
  const { length } = [...fragment];
  if (length < 3 || length > MAX_TERM) return [];
  const marked = `${place === "begin" ? BEGIN : ""}${fragment}${place === "end" ? END : ""}`;
  const rows = await engine.termsWithAll(runsOfThree(marked));
  const check = {
    begin: (term: string) => term.startsWith(fragment),
    inside: (term: string) => term.includes(fragment),
    end: (term: string) => term.endsWith(fragment),
  }[place];
  return rows
    .map(({ term }) => term)
    .filter(check)
    .slice(0, MAX_INSIDES);
}

/**
 * The terms with the fewest letters transposed, missing, extra or wrong, those on most pages first: no more than one in
 * a short word and two in a long one; with `careful`, none and one. With `prefix`, terms that begin so.
 */
export async function similar(
  engine: Engine,
  word: string,
  { prefix, careful }: { prefix: boolean; careful: boolean },
): Promise<string[]> {
  const { length } = [...word];
  const allowed = careful ? (length < 7 ? 0 : 1) : length < 4 ? 0 : length < 8 ? 1 : 2;
  if (!allowed || length > MAX_TERM + allowed) return [];
  const grams = [...new Set(prefix ? trigrams(word).slice(0, -1) : trigrams(word))];
  // A wrong letter spoils three trigrams, a transposition four.
  const rows = await engine.termsWithSome(grams, Math.max(1, grams.length - 4 * allowed));
  const byTerm = new Map([...rows, ...(await transposed(engine, word))].map((row) => [row.term, row]));
  let least = allowed;
  let closest: TermRow[] = [];
  for (const row of byTerm.values()) {
    const distance = Math.min(
      ...compared(row.term, length, prefix).map((each) => edits(word, each, allowed)),
    );
    if (distance === 0 || distance > least) continue;
    if (distance < least) closest = [];
    least = distance;
    closest.push(row);
  }
  closest.sort((a, b) => b.pages - a.pages || compareCodePoints(a.term, b.term));
  return closest.slice(0, MAX_SIMILAR).map(({ term }) => term);
}

/** All runs of three characters, the term's ends included. */
function trigrams(term: string): string[] {
  return runsOfThree(`${BEGIN}${term}${END}`);
}

function runsOfThree(text: string): string[] {
  const characters = [...text];
  return characters.slice(2).map((last, at) => `${characters[at]}${characters[at + 1]}${last}`);
}

/** What of a term is compared: all of it, or its beginnings of about the word's length. */
function compared(term: string, length: number, prefix: boolean): string[] {
  if (!prefix) return [term];
  const characters = [...term];
  return [-1, 0, 1].map((more) => characters.slice(0, length + more).join(""));
}

/** A transposition in a short word leaves hardly a trigram whole: such words are looked up one by one. */
async function transposed(engine: Engine, word: string): Promise<TermRow[]> {
  const letters = [...word];
  if (letters.length > MAX_TRANSPOSED) return [];
  const variants = letters.slice(1).map((second, at) => {
    const swapped = [...letters];
    swapped[at + 1] = letters[at] as string;
    swapped[at] = second;
    return swapped.join("");
  });
  const found = await Promise.all(variants.map((variant) => engine.termsWithAll(trigrams(variant))));
  return found.flatMap((rows, at) => rows.filter(({ term }) => term === variants[at]));
}

/**
 * The least number of letters to transpose, add, drop or change to turn one into the other (optimal string alignment);
 * `limit + 1` or more where it is more than `limit`.
 */
export function edits(a: string, b: string, limit: number): number {
  const from = [...a];
  const to = [...b];
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, j) => j);
  from.forEach((letter, i) => {
    const above = row;
    row = [i + 1];
    to.forEach((other, j) => {
      const changed = (above[j] as number) + (letter === other ? 0 : 1);
      let cost = Math.min((above[j + 1] as number) + 1, (row[j] as number) + 1, changed);
      if (i && j && letter === to[j - 1] && from[i - 1] === other) {
        cost = Math.min(cost, (before[j - 1] as number) + 1);
      }
      row.push(cost);
    });
    before = above;
  });
  return row.at(-1) as number;
}

/** As SQLite and Python order text. */
function compareCodePoints(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference =
      ((left[at] as string).codePointAt(0) ?? 0) - ((right[at] as string).codePointAt(0) ?? 0);
    if (difference) return difference;
  }
  return left.length - right.length;
}
