/** What a page must have, as a tree. Every engine reads it; `toFts5` writes it for SQLite. */

export const COLUMNS = ["title", "headings", "tags", "body", "generated", "parts"] as const;
export type Column = (typeof COLUMNS)[number];

/** Tokens, as FTS5 stores them, that stand one after the other in one column. */
export interface Phrase {
  op: "phrase";
  tokens: string[];
  /** The last token may go on. */
  prefix: boolean;
  /** Left out: any column. */
  columns?: readonly Column[];
}

export type Expression =
  | Phrase
  | { op: "and" | "or"; args: Expression[] }
  | { op: "not"; keep: Expression; drop: Expression };

/** `and` and `or` over any number of parts; null over none. */
export function join(op: "and" | "or", args: Expression[]): Expression | null {
  if (args.length < 2) return args[0] ?? null;
  return { op, args };
}

/** The phrases that a match may show, those of `not` left out. */
export function phrases(expression: Expression): Phrase[] {
  if (expression.op === "phrase") return [expression];
  if (expression.op === "not") return phrases(expression.keep);
  return expression.args.flatMap(phrases);
}

/** Each expression once. */
export function distinct<T extends Expression>(expressions: readonly T[]): T[] {
  return [...new Map(expressions.map((expression) => [toFts5(expression), expression])).values()];
}

/** The same, with every phrase held to these columns; null where one of its parts can stand in none of them. */
export function within(expression: Expression, columns: readonly Column[]): Expression | null {
  if (expression.op === "phrase") {
    const allowed = expression.columns?.filter((column) => columns.includes(column)) ?? columns;
    return allowed.length ? { ...expression, columns: allowed } : null;
  }
  if (expression.op === "not") {
    const keep = within(expression.keep, columns);
    return keep && { ...expression, keep };
  }
  const args = expression.args.map((arg) => within(arg, columns));
  if (expression.op === "and" && args.includes(null)) return null;
  return join(
    expression.op,
    args.filter((arg) => arg !== null),
  );
}

/** The expression in FTS5's query language. Every token is quoted, so that none is taken for syntax. */
export function toFts5(expression: Expression): string {
  if (expression.op === "phrase") {
    const quoted = `"${expression.tokens.join(" ").replaceAll('"', '""')}"${expression.prefix ? "*" : ""}`;
    return expression.columns ? `{${expression.columns.join(" ")}} : ${quoted}` : quoted;
  }
  if (expression.op === "not") return `(${toFts5(expression.keep)}) NOT (${toFts5(expression.drop)})`;
  return expression.args.map((arg) => `(${toFts5(arg)})`).join(expression.op === "and" ? " AND " : " OR ");
}
