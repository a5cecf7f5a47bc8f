import { SPACE } from "../text/prepare.ts";
import type { Kind, Status } from "../types.ts";

/** One thing that a reader asked for, before it is turned into tokens. */
export interface Clause {
  text: string;
  /** Written between quotation marks. */
  quoted: boolean;
  /** Written `word*`, or the last word while typing. */
  prefix: boolean;
  /** Where it must stand. */
  field?: "title" | "tag";
}

export interface ParsedQuery {
  /** All of these must match, of each the one or the other. */
  required: Clause[][];
  /** None of these may match. */
  excluded: Clause[];
  wikis: string[];
  statuses: Status[];
  kinds: Kind[];
}

const ITEM = new RegExp(
  `((?:-(?!-))?)(?:(wiki|status|kind|title|tag):(?=[^${SPACE}]))?(?:"([^"]*)"?|([^${SPACE}"]+))`,
  "giu",
);
const STATUSES: readonly string[] = ["active", "draft", "archived"] satisfies Status[];
const KINDS: readonly string[] = ["written", "auto"] satisfies Kind[];

/**
 * Read a query: words, `"a phrase"`, `-word`, `a OR b`, `word*`, `wiki:` `status:` `kind:` `title:` `tag:`.
 *
 * Whatever else is typed is text, and no input is an error. `typing` says that the last word may go on.
 */
export function parse(query: string, typing = false): ParsedQuery {
  const parsed: ParsedQuery = { required: [], excluded: [], wikis: [], statuses: [], kinds: [] };
  const excluded: { clause: Clause; asText: Clause }[] = [];
  const items = [...query.matchAll(ITEM)];
  let joinable = false;
  let alternative = false;
  items.forEach((item, number) => {
    const [source = "", minus, field = "", phrase, word = ""] = item;
    const last = number === items.length - 1;
    if (source === "OR" && number && !last) {
      alternative = joinable;
      return;
    }
    const quoted = phrase !== undefined;
    const star = !quoted && word.length > 1 && word.endsWith("*");
    const text = quoted ? phrase : star ? word.slice(0, -1) : word;
    const open = typing && last && query.endsWith(source) && !(quoted && source.endsWith('"'));
    if (!minus && addFilter(parsed, field.toLowerCase(), text)) {
      joinable = alternative = false; // filters of one name are alternatives anyway
      return;
    }
    const clause: Clause = { text, quoted, prefix: star || open };
    if (/^(title|tag)$/i.test(field)) clause.field = field.toLowerCase() as "title" | "tag";
    else if (field) clause.text = `${field}:${text}`;
    if (minus) {
      // A word to leave out is not guessed at while it is being typed: only `*` widens it.
      excluded.push({
        clause: { ...clause, prefix: star },
        asText: { text: source, quoted, prefix: clause.prefix },
      });
    } else if (alternative) {
      parsed.required.at(-1)?.push(clause);
    } else {
      parsed.required.push([clause]);
      joinable = true;
    }
    alternative = false;
  });
  const hasFilter = parsed.wikis.length + parsed.statuses.length + parsed.kinds.length > 0;
  if (parsed.required.length || hasFilter) {
    parsed.excluded = excluded.map(({ clause }) => clause);
  } else {
    // Nothing but `-Dkey=value` or `--flag`: not an exclusion from everything, but the text itself.
    parsed.required = excluded.map(({ asText }) => [asText]);
  }
  return parsed;
}

/** Take `field:value` as a filter. False where the field is none or does not know the value, which then is text. */
function addFilter(parsed: ParsedQuery, field: string, value: string): boolean {
  if (field === "wiki" && value) {
    parsed.wikis.push(value);
  } else if (field === "status" && STATUSES.includes(value.toLowerCase())) {
    parsed.statuses.push(value.toLowerCase() as Status);
  } else if (field === "kind" && KINDS.includes(value.toLowerCase())) {
    parsed.kinds.push(value.toLowerCase() as Kind);
  } else {
    return false;
  }
  return true;
}
