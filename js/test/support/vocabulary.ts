/** The tables `term` and `term_fts`; after `mkdocs_fts/vocabulary.py`. */
import type { Database } from "sql.js";
import { rows } from "./sqlite.ts";

const BEGIN = "\ue100";
const END = "\ue101";
const STEM = "\ue102";

const MAX_TERM = 24;
const IDENTIFIER = /[\ue000-\ue0ff]/;
const NUMBER = /^(?:[0-9]+|(?=.*[0-9])(?:0x)?[0-9a-f]{8,})$/;

/** Term ► its stems. There is no stemmer here: a test names the stems that it needs. */
export type Stems = Readonly<Record<string, readonly string[]>>;

export function writeVocabulary(database: Database, stems: Stems): void {
  database.run("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, page_fts, row)");
  const terms = rows(database, "SELECT term, doc FROM temp.vocabulary ORDER BY term");
  database.run("DROP TABLE temp.vocabulary");
  const words = terms.filter(([term]) => isWord(term as string));
  words.forEach(([term, pages], n) => {
    const grams = [...trigrams(term as string), ...(stems[term as string] ?? []).map((stem) => STEM + stem)];
    database.run("INSERT INTO term(id, term, pages) VALUES (?, ?, ?)", [n + 1, ...[term, pages]] as never);
    database.run("INSERT INTO term_fts(rowid, grams) VALUES (?, ?)", [n + 1, grams.join(" ")]);
  });
}

function isWord(term: string): boolean {
  const { length } = [...term];
  return length > 1 && length <= MAX_TERM && !IDENTIFIER.test(term) && !NUMBER.test(term);
}

function trigrams(term: string): string[] {
  const characters = [BEGIN, ...term, END];
  return characters.slice(2).map((_, at) => characters.slice(at, at + 3).join(""));
}
