import type { Alphabet } from "../text/alphabet.ts";
import { identifiers, parts, prepare } from "../text/prepare.ts";
import { type Column, type Expression, join, type Phrase } from "./expression.ts";
import type { Clause, ParsedQuery } from "./parse.ts";

const FIELD_COLUMNS: Record<"title" | "tag", readonly Column[]> = { title: ["title"], tag: ["tags"] };
const PART_COLUMNS: readonly Column[] = ["parts", "generated"];

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
}

/** What pages must have for this query; null where it asks for no word at all. */
export function plan(query: ParsedQuery, alphabet: Alphabet): Plan | null {
  const groups = query.required
    .map((alternatives) => alternatives.flatMap((clause) => toWord(clause, alphabet) ?? []))
    .filter((words) => words.length);
  const expressions = groups.flatMap((words) => join("or", expressionsOf(words)) ?? []);
  const keep = join("and", expressions);
  if (!keep) return null;
  const drop = join("or", expressionsOf(query.excluded.flatMap((clause) => toWord(clause, alphabet) ?? [])));
  const together = sideBySide(groups);
  return {
    groups,
    drop,
    filter: drop ? { op: "not", keep, drop } : keep,
    together,
    boosts: boosts(groups, together),
  };
}

function expressionsOf(words: readonly Word[]): Expression[] {
  return words.map(({ expression }) => expression);
}

/** A clause in tokens; null where it has none. */
function toWord(clause: Clause, alphabet: Alphabet): Word | null {
  const found = alphabet.queryTokens(prepare(clause.text));
  const only = found[0];
  if (!only) return null;
  const terms = found.map(({ term }) => term);
  const columns = clause.field && { columns: FIELD_COLUMNS[clause.field] };
  const phrase: Expression = { op: "phrase", tokens: terms, prefix: clause.prefix, ...columns };
  const pieces = found.length === 1 && !clause.field ? parts(only.raw) : [];
  if (!pieces.length) return { clause, terms, expression: phrase };
  const tokens = pieces.map((piece) => alphabet.fold(piece));
  const inside: Expression = { op: "phrase", tokens, prefix: clause.prefix, columns: PART_COLUMNS };
  return { clause, terms, expression: { op: "or", args: [phrase, inside] } };
}

/** The words as one phrase, where there are several and all are plain. */
function sideBySide(groups: readonly Word[][]): Phrase | null {
  const words = groups.flatMap((group) => (group.length === 1 ? group : []));
  const plain = words.every(({ clause }) => !clause.quoted && !clause.field);
  if (words.length < groups.length || words.length < 2 || !plain) return null;
  const tokens = words.flatMap(({ terms }) => terms);
  return { op: "phrase", tokens, prefix: words.at(-1)?.clause.prefix ?? false };
}

function boosts(groups: readonly Word[][], together: Phrase | null): Boost[] {
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
  for (const { clause, terms } of words) {
    // The word itself goes before those that only begin with it.
    if (clause.prefix) found.push({ expression: { op: "phrase", tokens: terms, prefix: false }, bonus: 0 });
    for (const identifier of identifiers(prepare(clause.text))) {
      const phrase: Phrase = {
        op: "phrase",
        tokens: [identifier],
        prefix: clause.prefix,
        columns: PART_COLUMNS,
      };
      found.push({ expression: phrase, bonus: IDENTIFIER_BONUS });
    }
  }
  return found;
}
