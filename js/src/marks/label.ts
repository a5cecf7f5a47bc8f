/** What the button says: the one text of each language that `marks.js` carries. */

import { clearMarks as de } from "../../../mkdocs_fts/texts/de.json";
import { clearMarks as en } from "../../../mkdocs_fts/texts/en.json";
import { clearMarks as es } from "../../../mkdocs_fts/texts/es.json";
import { clearMarks as fr } from "../../../mkdocs_fts/texts/fr.json";
import { clearMarks as it } from "../../../mkdocs_fts/texts/it.json";
import { clearMarks as ja } from "../../../mkdocs_fts/texts/ja.json";
import { clearMarks as ko } from "../../../mkdocs_fts/texts/ko.json";
import { clearMarks as pt } from "../../../mkdocs_fts/texts/pt.json";
import { clearMarks as zh } from "../../../mkdocs_fts/texts/zh.json";
import { clearMarks as zhHant } from "../../../mkdocs_fts/texts/zh-Hant.json";
import { oneText } from "../dialog/one-text.ts";
import type { TextOverrides } from "../types.ts";

const labels = { de, en, es, fr, it, ja, ko, pt, zh, "zh-Hant": zhHant };

/** The text for a language tag, else the English one, and the tag of its language. */
export function clearLabel(tag: string, overrides?: TextOverrides): { text: string; language: string } {
  return oneText("clearMarks", labels, tag, overrides);
}
