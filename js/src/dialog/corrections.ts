import type { Correction } from "../types.ts";

/** The query as it was searched: each misspelt word replaced by the one that stands in its place. */
export function correctedQuery(query: string, corrections: Correction[]): string {
  if (corrections.length === 0) return query;
  const corrected = replaceWords(query, corrections, (correction) => correction.to);
  return corrected === query ? corrections.map((correction) => correction.to).join(" ") : corrected;
}

/** The query that takes the misspelt words literally: a word in quotation marks is never corrected. */
export function literalQuery(query: string, corrections: Correction[]): string {
  const quoted = replaceWords(query, corrections, (correction) => `"${correction.from}"`);
  return quoted === query ? `"${query.replaceAll('"', "")}"` : quoted;
}

function replaceWords(
  query: string,
  corrections: Correction[],
  replacement: (correction: Correction) => string,
): string {
  // All in one pass, so that a word which has just been put in is not replaced in its turn.
  const byWord = new Map(corrections.map((correction) => [fold(correction.from), correction]));
  return query.replace(/"[^"]*"|[^\s"]+/g, (item) => {
    const whole = byWord.get(fold(item));
    if (whole) return replacement(whole);
    const [, before = "", word = ""] = /^(\w+:|)(.*?)\*?$/.exec(item) ?? [];
    const correction = byWord.get(fold(word));
    return correction ? `${before}${replacement(correction)}` : item;
  });
}

function fold(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
