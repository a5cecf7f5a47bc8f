/** What the start script says when it cannot load the dialog: the one text of each language that it carries. */

import { cannotLoad as de } from "../../../mkdocs_fts/texts/de.json";
import { cannotLoad as en } from "../../../mkdocs_fts/texts/en.json";
import { cannotLoad as es } from "../../../mkdocs_fts/texts/es.json";
import { cannotLoad as fr } from "../../../mkdocs_fts/texts/fr.json";
import { cannotLoad as it } from "../../../mkdocs_fts/texts/it.json";
import { cannotLoad as ja } from "../../../mkdocs_fts/texts/ja.json";
import { cannotLoad as ko } from "../../../mkdocs_fts/texts/ko.json";
import { cannotLoad as pt } from "../../../mkdocs_fts/texts/pt.json";
import { cannotLoad as zh } from "../../../mkdocs_fts/texts/zh.json";
import { cannotLoad as zhHant } from "../../../mkdocs_fts/texts/zh-Hant.json";
import type { TextOverrides } from "../types.ts";
import { oneText } from "./one-text.ts";

const sentences = { de, en, es, fr, it, ja, ko, pt, zh, "zh-Hant": zhHant };

/** The sentence for a language tag, else the English one. */
export function cannotLoad(tag: string, overrides?: TextOverrides): string {
  return oneText("cannotLoad", sentences, tag, overrides).text;
}
