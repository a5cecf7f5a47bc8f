/**
 * `not-from-disk.js`: what the start script says on a page opened from disk where the site has no search for that. A script
 * of its own, since hardly anybody meets it, and always a plain one.
 */

import { notFromDisk as de } from "../../../mkdocs_fts/texts/de.json";
import { notFromDisk as en } from "../../../mkdocs_fts/texts/en.json";
import { notFromDisk as es } from "../../../mkdocs_fts/texts/es.json";
import { notFromDisk as fr } from "../../../mkdocs_fts/texts/fr.json";
import { notFromDisk as it } from "../../../mkdocs_fts/texts/it.json";
import { notFromDisk as ja } from "../../../mkdocs_fts/texts/ja.json";
import { notFromDisk as ko } from "../../../mkdocs_fts/texts/ko.json";
import { notFromDisk as pt } from "../../../mkdocs_fts/texts/pt.json";
import { notFromDisk as zh } from "../../../mkdocs_fts/texts/zh.json";
import { notFromDisk as zhHant } from "../../../mkdocs_fts/texts/zh-Hant.json";
import type { TextOverrides } from "../types.ts";
import { oneText } from "./one-text.ts";

const sentences = { de, en, es, fr, it, ja, ko, pt, zh, "zh-Hant": zhHant };

/** The sentence for a language tag, else the English one. */
export function notFromDisk(tag: string, overrides?: TextOverrides): string {
  return oneText("notFromDisk", sentences, tag, overrides).text;
}
