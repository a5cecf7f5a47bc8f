import type { Alphabet } from "../text/alphabet.ts";
import { parts, prepare } from "../text/prepare.ts";
import { type Column, type Expression, join } from "./expression.ts";
import type { Clause, ParsedQuery } from "./parse.ts";

const FIELD_COLUMNS: Record<"title" | "tag", readonly Column[]> = { title: ["title"], tag: ["tags"] };

/** What pages must have for this query; null where it asks for no word at all. */
export function plan(query: ParsedQuery, alphabet: Alphabet): Expression | null {
  const groups = query.required
    .map((alternatives) => join("or", alternatives.map((clause) => word(clause, alphabet)).filter(isPresent)))
    .filter(isPresent);
  let expression = join("and", groups);
  if (!expression) return null;
  const whole = wholePhrase(query, alphabet);
  // The words side by side count on top of the words by themselves.
  if (whole) expression = { op: "or", args: [whole, expression] };
  const drop = join("or", query.excluded.map((clause) => word(clause, alphabet)).filter(isPresent));
  return drop ? { op: "not", keep: expression, drop } : expression;
}

function word(clause: Clause, alphabet: Alphabet): Expression | null {
  const found = alphabet.queryTokens(prepare(clause.text));
  const only = found[0];
  if (!only) return null;
  const columns = clause.field && { columns: FIELD_COLUMNS[clause.field] };
  const phrase: Expression = {
    op: "phrase",
    tokens: found.map(({ term }) => term),
    prefix: clause.prefix,
    ...columns,
  };
  const pieces = found.length === 1 && !clause.field ? parts(only.raw) : [];
  if (!pieces.length) return phrase;
  const inside: Expression = {
    op: "phrase",
    tokens: pieces.map((piece) => alphabet.fold(piece)),
    prefix: clause.prefix,
    columns: ["parts", "generated"],
  };
  return { op: "or", args: [phrase, inside] };
}

/** All words of a plain query as one phrase. */
function wholePhrase(query: ParsedQuery, alphabet: Alphabet): Expression | null {
  const plain = query.required.every(
    ([clause, ...others]) => clause && !others.length && !clause.quoted && !clause.field,
  );
  if (!plain || query.required.length < 2) return null;
  const tokens = query.required.flatMap(([clause]) => alphabet.queryTokens(prepare(clause?.text ?? "")));
  if (tokens.length < 2) return null;
  const prefix = query.required.at(-1)?.[0]?.prefix ?? false;
  return { op: "phrase", tokens: tokens.map(({ term }) => term), prefix };
}

function isPresent<T>(value: T | null): value is T {
  return value !== null;
}
