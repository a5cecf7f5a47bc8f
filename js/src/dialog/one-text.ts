/** Chooses a single text, for the scripts that carry it in all languages rather than load a language for it. */

import type { TextOverrides } from "../types.ts";
import { lineage } from "./tags.ts";

/** What a text reads in each language; English is there to fall back on. */
export type Translations = Record<string, string> & { en: string };

/** The text for a language tag, the site's own before ours, and the tag of its language. */
export function oneText(
  key: "cannotLoad" | "clearMarks" | "notFromDisk",
  translations: Translations,
  tag: string,
  overrides: TextOverrides = {},
): { text: string; language: string } {
  const line = lineage(tag, (name) => translations[name] ?? overrides[name]);
  const own = [...line, "*"].map((name) => overrides[name]?.[key]);
  const text = [...own, ...line.map((name) => translations[name])].find(Boolean) ?? translations.en;
  const language = line.find((name) => translations[name] ?? overrides[name]?.[key]) ?? "en";
  return { text, language };
}
