/** The alphabet as the build makes it (`mkdocs_fts/alphabet.py`): SQLite is asked about each character. */
import { Alphabet, type AlphabetJson } from "../../src/text/alphabet.ts";
import { openDatabase, rows } from "./sqlite.ts";

export const TOKENIZER = "unicode61 remove_diacritics 2";

/** What SQLite's tokenizer makes of these characters and of ASCII. */
export async function alphabetJson(characters: Iterable<string>): Promise<AlphabetJson> {
  const database = await openDatabase();
  try {
    database.run(
      `CREATE VIRTUAL TABLE probe USING fts5(alone, inside, content='', tokenize='${TOKENIZER}');
       CREATE VIRTUAL TABLE term USING fts5vocab(probe, instance);`,
    );
    const insert = database.prepare("INSERT INTO probe(rowid, alone, inside) VALUES (?, ?, ?)");
    for (const character of new Set(characters)) {
      if (character !== "\0") insert.run([character.codePointAt(0) as number, character, `x${character}x`]);
    }
    insert.free();
    const terms = (column: string) =>
      rows(database, "SELECT doc, term FROM term WHERE col = ?", [column]).map(
        ([code, term]) => [String.fromCodePoint(code as number), term as string] as const,
      );
    const letters = new Map(terms("alone"));
    const json: AlphabetJson = { same: "", fold: {}, marks: {} };
    for (const [letter, folded] of letters) {
      if (letter < "\x80") continue;
      if (letter === folded) json.same += letter;
      else json.fold[letter] = folded;
    }
    for (const [mark, term] of terms("inside")) {
      if (term.length > 1 && !letters.has(mark)) json.marks[mark] = term.slice(1, -1);
    }
    return json;
  } finally {
    database.close();
  }
}

export async function alphabetOf(text: string): Promise<Alphabet> {
  return new Alphabet(await alphabetJson(text));
}
