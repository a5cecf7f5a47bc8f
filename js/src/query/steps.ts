/**
 * The steps of a search: all words exactly ► word families, insides of words and misspellings ► most of the words.
 *
 * A later step runs only where the earlier ones find nothing, or, for a whole sentence, little. It costs nothing before
 * that. A short sentence that stands somewhere as it was typed is found; a long one may also stand where its page is
 * listed.
 */
import type { Engine, Match } from "../engine/engine.ts";
import type { Correction } from "../types.ts";
import { distinct, type Expression, join, type Phrase, phrases, toFts5 } from "./expression.ts";
import { type Forms, type Matcher, otherForms, ownForm } from "./forms.ts";
import type { ParsedQuery } from "./parse.ts";
import { type Boost, type Plan, plan, prefixes } from "./plan.ts";

/** From so many words on, a query is taken for a sentence, whose words hardly ever all stand in the page that is meant. */
const SENTENCE = 4;
/** Up to so many words, a sentence that stands on a page as it was typed is taken for what the reader saw there. */
const QUOTE = 8;
/** A sentence that finds fewer pages than this is searched for most of its words too. */
const LITTLE = 20;
/**
 * The least share of a sentence's telling words, counted or weighed by rarity, that a page has to have. Words that stand
 * on no page are left out of account.
 */
const MOST = 0.3;
/** How much two neighbouring words count, side by side, on top of the words by themselves. */
const PAIR_WEIGHT = 0.6;
/**
 * The inverse document frequency from which on a word tells something; others are neither marked nor said to be missing
 * in a sentence: `the`.
 */
const TELLING = 1;

/** The pages that a query finds. */
export interface Found {
  /** Page ► score, higher is better. */
  scores: Map<number, number>;
  /** What a match shows. */
  phrases: Phrase[];
  /** What the pages satisfy; null for a relaxed search. */
  expression: Expression | null;
  corrections: Correction[];
  /** All words stand side by side on one of the pages: what was asked for is found, were it a sentence. */
  verbatim: boolean;
  /** Not all of the words stand in all of the pages. */
  relaxed: boolean;
  /** Page ► the words that it lacks, in a relaxed search. */
  missing: Map<number, string[]>;
}

/** A group of the plan in all its forms. */
interface Wanted {
  forms: Forms;
  scores: Map<number, number>;
  idf: number;
}

export const NOTHING: Readonly<Found> = {
  scores: new Map(),
  phrases: [],
  expression: null,
  corrections: [],
  verbatim: false,
  relaxed: false,
  missing: new Map(),
};

/** What pages of this index must have; see `plan`. */
export async function planFor(engine: Engine, query: ParsedQuery): Promise<Plan | null> {
  const { alphabet, everywhere } = await engine.info();
  const wanted = plan(query, alphabet, undefined, everywhere);
  const broad = wanted && (await engine.broad(prefixes(wanted)));
  return broad?.size ? plan(query, alphabet, broad, everywhere) : wanted;
}

/** Go through the steps until one finds something. */
export async function find(engine: Engine, plan: Plan): Promise<Found> {
  const found = await exact(engine, plan);
  const { scores, verbatim } = found;
  const isEnough = scores.size >= LITTLE || !isSentence(plan) || (verbatim && plan.groups.length <= QUOTE);
  return scores.size && isEnough ? found : nearly(engine, plan, scores.size > 0);
}

/** All words, as they were typed. */
async function exact(engine: Engine, plan: Plan): Promise<Found> {
  const scores = toScores(await engine.match(plan.filter));
  let verbatim = false;
  if (scores.size) {
    const boosts = await Promise.all(plan.boosts.map(({ expression }) => engine.match(expression)));
    boosts.forEach((matches, number) => {
      const { expression, bonus } = plan.boosts[number] as Boost;
      for (const { page, score } of matches) {
        const before = scores.get(page);
        if (before === undefined) continue;
        scores.set(page, before + (score + bonus));
        verbatim ||= expression === plan.together;
      }
    });
  }
  const shown = [...phrases(plan.filter), ...plan.boosts.flatMap(({ expression }) => phrases(expression))];
  return { ...NOTHING, scores, phrases: distinct(shown), expression: plan.filter, verbatim };
}

/**
 * All words in other forms, or else most of them. `asTyped`: the words stand together somewhere, so that no other forms of
 * them are looked for.
 */
async function nearly(engine: Engine, plan: Plan, asTyped: boolean): Promise<Found> {
  const match = remembering(engine);
  const { pageCount } = await engine.info();
  const careful = isSentence(plan);
  const wanted = await Promise.all(
    plan.groups.map(async (group): Promise<Wanted> => {
      const forms = asTyped ? ownForm(group) : await otherForms(engine, match, group, pageCount, careful);
      const matches = await Promise.all(forms.expressions.map(match));
      return { forms, ...asOneWord(matches.map(toScores), pageCount) };
    }),
  );
  const found: Found = {
    ...NOTHING,
    phrases: phrasesOf(wanted),
    corrections: wanted.flatMap(({ forms }) => forms.corrections),
  };
  const dropped = toScores(plan.drop ? await match(plan.drop) : []);
  const everywhere = pagesOf(wanted).filter(
    (page) => !dropped.has(page) && wanted.every(({ scores }) => scores.has(page)),
  );
  if (everywhere.length && !isSentence(plan)) {
    found.scores = new Map(
      everywhere.map((page) => [page, sum(wanted.map(({ scores }) => scores.get(page) ?? 0))]),
    );
    found.expression = allOf(wanted);
    return found;
  }
  if (wanted.length > 1 && wanted.some(({ scores }) => scores.size))
    await fillMost(found, plan, wanted, dropped, match);
  return found.scores.size ? found : NOTHING;
}

/** Fill in the pages that have most of the words. */
async function fillMost(
  found: Found,
  plan: Plan,
  wanted: readonly Wanted[],
  dropped: ReadonlyMap<number, number>,
  match: Matcher,
): Promise<void> {
  const known = wanted.filter(({ scores }) => scores.size);
  const rare = known.filter(({ idf }) => idf >= TELLING);
  const telling = rare.length ? rare : known;
  const total = sum(telling.map(({ idf }) => idf));
  const lifts: { scores: Map<number, number>; weight: number; bonus: number }[] = [];
  for (const [at, { forms, idf }] of wanted.entries()) {
    const next = wanted[at + 1];
    const [first, second] = [forms.terms.at(-1), next?.forms.terms[0]];
    if (first === undefined || second === undefined || Math.max(idf, next?.idf ?? 0) < TELLING) continue;
    if (plan.everywhere.has(first) && plan.everywhere.has(second)) continue;
    const pair: Phrase = { op: "phrase", tokens: [first, second], prefix: false };
    lifts.push({ scores: toScores(await match(pair)), weight: PAIR_WEIGHT, bonus: 0 });
  }
  for (const { expression, bonus } of plan.boosts) {
    // In a sentence a word with a hyphen is no identifier that somebody looks for.
    const kept = expression === plan.together ? bonus : 0;
    lifts.push({ scores: toScores(await match(expression)), weight: 1, bonus: kept });
  }
  found.scores = new Map();
  found.missing = new Map();
  for (const page of pagesOf(wanted)) {
    if (dropped.has(page)) continue;
    const missing = wanted.filter(({ scores }) => !scores.has(page));
    const having = telling.filter(({ scores }) => scores.has(page)).map(({ idf }) => idf);
    const share = Math.max(having.length / telling.length, sum(having) / total);
    if (share < MOST || missing.some(({ forms }) => forms.required)) continue;
    const score = sum(known.flatMap(({ scores }) => scores.get(page) ?? []));
    const lifted = lifts.flatMap(({ scores, weight, bonus }) => {
      const score = scores.get(page);
      return score === undefined ? [] : weight * score + bonus;
    });
    found.scores.set(page, score + sum(lifted));
    found.relaxed ||= missing.length > 0;
    found.missing.set(
      page,
      missing.filter(({ idf }) => idf >= TELLING).map(({ forms }) => forms.text),
    );
  }
  found.phrases = phrasesOf(telling);
  if (found.relaxed) return;
  // All words stand in all of the pages.
  found.expression = allOf(wanted);
  found.missing = new Map();
}

/** Each of the words, in any of its forms. */
function allOf(wanted: readonly Wanted[]): Expression | null {
  return join(
    "and",
    wanted.flatMap(({ forms }) => join("or", forms.expressions) ?? []),
  );
}

/** What a match shows of these words. */
function phrasesOf(wanted: readonly Wanted[]): Phrase[] {
  return distinct(wanted.flatMap(({ forms }) => forms.expressions.flatMap(phrases)));
}

function isSentence(plan: Plan): boolean {
  return plan.groups.length >= SENTENCE;
}

function remembering(engine: Engine): Matcher {
  const known = new Map<string, Promise<readonly Match[]>>();
  return (expression) => {
    const key = toFts5(expression);
    const matches = known.get(key) ?? engine.match(expression);
    known.set(key, matches);
    return matches;
  };
}

/**
 * The pages with any of a word's forms, as if these were one word: its rarity is that of all together, and on a page the
 * best form counts.
 */
export function asOneWord(
  matches: readonly ReadonlyMap<number, number>[],
  pageCount: number,
): { scores: Map<number, number>; idf: number } {
  const together = idf(pageCount, new Set(matches.flatMap((each) => [...each.keys()])).size);
  const scores = new Map<number, number>();
  for (const each of matches) {
    const alone = idf(pageCount, each.size);
    for (const [page, score] of each) {
      scores.set(page, Math.max(scores.get(page) ?? 0, (score / alone) * together));
    }
  }
  return { scores, idf: together };
}

/** The inverse document frequency of FTS5's BM25, <https://www.sqlite.org/fts5.html#the_bm25_function>. */
export function idf(total: number, having: number): number {
  return Math.max(1e-6, Math.log((total - having + 0.5) / (having + 0.5)));
}

function pagesOf(wanted: readonly Wanted[]): number[] {
  return [...new Set(wanted.flatMap(({ scores }) => [...scores.keys()]))].sort((a, b) => a - b);
}

function toScores(matches: readonly Match[]): Map<number, number> {
  return new Map(matches.map(({ page, score }) => [page, score]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
