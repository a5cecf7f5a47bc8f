import type { Fragment } from "../types.ts";

/**
 * An excerpt with at most `most` characters before its first mark, cut at a word: where there is room for one line, more
 * would push the mark out of it.
 */
export function withShortLead(excerpt: Fragment[], most: number): Fragment[] {
  const at = excerpt.findIndex(({ mark }) => mark);
  const before = excerpt.slice(0, Math.max(at, 0)).map(({ text }) => text);
  const lead = [...before.join("")];
  if (lead.length <= most) return excerpt;
  const space = lead.indexOf(" ", -most - 1);
  // Without one it is a long word, or a language that has none.
  const rest = lead.slice(space < 0 ? -most : space);
  return [{ text: `…${rest.join("")}`, mark: false }, ...excerpt.slice(at)];
}
