/**
 * The words to mark on a result's page, in its address: `?h=jwt+token`, as Material for MkDocs has it. Phrases stand
 * between quotation marks.
 */

import type { Passage } from "../types.ts";

const PARAMETER = "h";
/** More would make an address that nobody can read. */
const MOST_WORDS = 10;

/** Of a query in its language: an exclusion, a filter, or words. */
const ITEM = /(-(?!-))?(?:(\w+):)?("[^"]*"?|[^\s"]+)/g;
const NO_LETTERS = /[^\p{L}\p{M}\p{N}]+/u;
const FILTERS = ["wiki", "status", "kind"];

/** The words and phrases that a query wants to find. */
export function wantedWords(query: string): string[] {
  return Array.from(query.matchAll(ITEM))
    .filter(([item, minus, field = ""]) => item !== "OR" && !minus && !FILTERS.includes(field))
    .map(([, , , words = ""]) => words.replace(/\*$/, ""));
}

/**
 * What is marked in the excerpts of these passages, and what was wanted, as it stands in an address. What the excerpts show
 * without a mark was not searched for, or is too common to tell anything beside other words.
 */
export function markedWords(passages: readonly Passage[], wanted: readonly string[] = []): string {
  const fragments = passages.flatMap(({ excerpt }) => excerpt);
  const marked = fragments.filter(({ mark }) => mark).map(({ text }) => clean(text));
  const others = fragments.filter(({ mark }) => !mark).map(({ text }) => clean(text));
  const shown = new Set(others.flatMap((text) => text.split(NO_LETTERS)));
  const words = new Set([...marked, ...wanted.map(clean).filter((word) => !shown.has(word))]);
  words.delete("");
  return [...words]
    .slice(0, MOST_WORDS)
    .map((word) => (word.includes(" ") ? `"${word}"` : word))
    .join(" ");
}

function clean(text: string): string {
  return text
    .toLowerCase()
    .replace(/["\s]+/g, " ")
    .trim();
}

/** The inverse of `markedWords`: single words and phrases. Whatever an address may have is text. */
export function readWords(words: string): string[] {
  return Array.from(words.matchAll(/"([^"]*)"?|[^\s"]+/g), ([word, phrase]) => phrase ?? word);
}

/** `address` can be an `URL` or a link. */
export function putWords(address: { search: string }, words: string): void {
  const parameters = new URLSearchParams(address.search);
  parameters.set(PARAMETER, words);
  address.search = parameters.toString();
}

/** Takes the words out of an address; empty where there are none. */
export function takeWords(address: { search: string }): string {
  const parameters = new URLSearchParams(address.search);
  const words = parameters.get(PARAMETER);
  // What others have written there stays as it is.
  if (words === null) return "";
  parameters.delete(PARAMETER);
  address.search = parameters.toString();
  return words;
}
