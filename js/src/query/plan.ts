import type { Alphabet } from "../text/alphabet.ts";
import { identifiers, parts, prepare } from "../text/prepare.ts";
import { type Column, type Expression, join, type Phrase, phrases } from "./expression.ts";
import type { Clause, ParsedQuery } from "./parse.ts";

const FIELD_COLUMNS: Record<"title" | "tag", readonly Column[]> = { title: ["title"], tag: ["tags"] };
const PART_COLUMNS: readonly Column[] = ["parts", "generated"];

/** Up to so many characters, the beginning of a word is one that nearly every page has. */
const SHORT = 2;
/** Pages that have all words side by side go before those that have them scattered. */
export const PHRASE_BONUS = 10;
/** Pages that have an identifier with its punctuation go before those that have its letters only. */
const IDENTIFIER_BONUS = 4;

/** A clause in tokens. */
export interface Word {
  clause: Clause;
  /** Folded, as FTS5 stores them. */
  terms: string[];
  /** What a page must have for it. */
  expression: Expression;
  /** The last term is the beginning of one: of any, not in titles alone. */
  prefix: boolean;
}

/** Adds the score of `expression`, and `bonus`, to the pages that match both the query and it. */
export interface Boost {
  expression: Expression;
  bonus: number;
}

/** What to look for. */
export interface Plan {
  /** Of each group one word must stand in the page. */
  groups: Word[][];
  /** What must not stand in it. */
  drop: Expression | null;
  /** All of that. */
  filter: Expression;
  /** All words side by side, where they are plain. */
  together: Phrase | null;
  boosts: Boost[];
  /** Terms by which alone no phrase lifts a page, but in its title. */
  everywhere: ReadonlySet<string>;
}

type Broad = ReadonlySet<string>;

/**
 * What pages must have for this query; null where it asks for no word at all.
 *
 * The beginning of a word that is short, or one of `broad`, stands for itself, and for the words of titles that begin with
 * it: to find all others would mean to read a large part of the index. One of several terms, as in `v1.2`, is done without.
 * Words of `everywhere` lift a page by standing side by side in its title alone: in texts that would mean to read all places
 * where they stand.
 */
export function plan(
  query: ParsedQuery,
  alphabet: Alphabet,
  broad: Broad = new Set(),
  everywhere: ReadonlySet<string> = new Set(),
): Plan | null {
  const groups = query.required
    .map((alternatives) => alternatives.flatMap((clause) => toWord(clause, alphabet, broad) ?? []))
    .filter((words) => words.length);
  const expressions = groups.flatMap((words) => join("or", expressionsOf(words)) ?? []);
  const keep = join("and", expressions);
  if (!keep) return null;
  const dropped = query.excluded.flatMap((clause) => toWord(clause, alphabet, broad) ?? []);
  const drop = join("or", expressionsOf(dropped));
  const together = sideBySide(groups, everywhere);
  return {
    groups,
    drop,
    filter: drop ? { op: "not", keep, drop } : keep,
    together,
    boosts: boosts(groups, together, broad),
    everywhere,
  };
}

/** The beginnings of words that it looks for, those in titles aside. */
export function prefixes({ filter, drop, boosts }: Plan): string[] {
  const sought = [filter, ...(drop ? [drop] : []), ...boosts.map(({ expression }) => expression)];
  return sought
    .flatMap(phrases)
    .filter(({ prefix, columns }) => prefix && columns !== FIELD_COLUMNS.title)
    .map(({ tokens }) => tokens.at(-1) as string);
}

function expressionsOf(words: readonly Word[]): Expression[] {
  return words.map(({ expression }) => expression);
}

/** A clause in tokens; null where it has none. */
function toWord(clause: Clause, alphabet: Alphabet, broad: Broad): Word | null {
  const found = alphabet.queryTokens(prepare(clause.text));
  const only = found[0];
  if (!only) return null;
  const terms = found.map(({ term }) => term);
  const columns = clause.field && { columns: FIELD_COLUMNS[clause.field] };
  const prefix = clause.prefix && !isBroad(terms, broad);
  const forms: Expression[] = [{ op: "phrase", tokens: terms, prefix, ...columns }];
  if (clause.prefix && !prefix && terms.length > 1)
    forms.push({ op: "phrase", tokens: terms.slice(0, -1), prefix: false, ...columns });
  else if (clause.prefix && !prefix && clause.field !== "tag")
    forms.push({ op: "phrase", tokens: terms, prefix: true, columns: FIELD_COLUMNS.title });
  const pieces = found.length === 1 && !clause.field ? parts(only.raw) : [];
  if (pieces.length) {
    const tokens = pieces.map((piece) => alphabet.fold(piece));
    const open = prefix && !isBroad(tokens, broad);
    forms.push({ op: "phrase", tokens, prefix: open, columns: PART_COLUMNS });
  }
  return { clause, terms, expression: join("or", forms) as Expression, prefix };
}

function isBroad(terms: readonly string[], broad: Broad): boolean {
  const last = terms.at(-1) as string;
  return broad.has(last) || (terms.length === 1 && isShort(last));
}

/** Whether a beginning of words is too short to look for them in more than titles. */
export function isShort(prefix: string): boolean {
  return [...prefix].length <= SHORT;
}

/** The words as one phrase, where there are several and all are plain. */
function sideBySide(groups: readonly Word[][], everywhere: ReadonlySet<string>): Phrase | null {
  const words = groups.flatMap((group) => (group.length === 1 ? group : []));
  const plain = words.every(({ clause }) => !clause.quoted && !clause.field);
  if (words.length < groups.length || words.length < 2 || !plain) return null;
  const tokens = words.flatMap(({ terms }) => terms);
  const prefix = words.at(-1)?.prefix ?? false;
  const inTitles = !prefix && tokens.every((token) => everywhere.has(token));
  return { op: "phrase", tokens, prefix, ...(inTitles && { columns: FIELD_COLUMNS.title }) };
}

function boosts(groups: readonly Word[][], together: Phrase | null, broad: Broad): Boost[] {
  const found: Boost[] = [];
  const words = groups.flatMap((group) => (group.length === 1 && !group[0]?.clause.field ? group : []));
  if (together) {
    found.push({ expression: together, bonus: PHRASE_BONUS });
    const inTitle = words.map(
      ({ terms, clause }): Phrase => ({
        op: "phrase",
        tokens: terms,
        prefix: clause.prefix,
        columns: FIELD_COLUMNS.title,
      }),
    );
    found.push({ expression: { op: "and", args: inTitle }, bonus: 0 });
  }
  for (const { clause, terms, prefix } of words) {
    // The word itself goes before those that only begin with it.
    if (prefix) found.push({ expression: { op: "phrase", tokens: terms, prefix: false }, bonus: 0 });
    for (const identifier of identifiers(prepare(clause.text))) {
      const phrase: Phrase = {
        op: "phrase",
        tokens: [identifier],
        prefix: clause.prefix && !isBroad([identifier], broad),
        columns: PART_COLUMNS,
      };
      found.push({ expression: phrase, bonus: IDENTIFIER_BONUS });
    }
  }
  return found;
}
