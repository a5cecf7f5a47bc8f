import { describe, expect, test } from "vitest";
import { Alphabet } from "../src/text/alphabet.ts";
import { prepare } from "../src/text/prepare.ts";
import { alphabetJson, alphabetOf, TOKENIZER } from "./support/alphabet.ts";
import { Random } from "./support/random.ts";
import { openDatabase, rows } from "./support/sqlite.ts";

/** A site without a single character beyond ASCII. */
const bare = new Alphabet({ same: "", fold: {}, marks: {} });

const terms = (tokens: { term: string }[]) => tokens.map(({ term }) => term);

describe("tokens of a page", () => {
  test("are those that FTS5 stores, in number and order", async () => {
    const random = new Random(3);
    const pieces = [..."aZ9_-.'é Ñ\u0301ßйЁカガか日한𠮷🤔👍्हिनद٣²ﬁ\u200b\n \ue000\ud7fb"].map(
      (piece) => `${piece}`,
    );
    const texts = Array.from({ length: 400 }, () => prepare(random.text(pieces, 20)));
    const alphabet = await alphabetOf(texts.join(""));
    const database = await openDatabase();
    database.run(`CREATE VIRTUAL TABLE probe USING fts5(text, tokenize='${TOKENIZER}')`);
    database.run("CREATE VIRTUAL TABLE token USING fts5vocab(probe, instance)");
    texts.forEach((text, n) => {
      database.run("INSERT INTO probe(rowid, text) VALUES (?, ?)", [n, text]);
    });
    const stored: string[][] = texts.map(() => []);
    for (const [doc, term] of rows(database, "SELECT doc, term FROM token ORDER BY doc, offset")) {
      stored[doc as number]?.push(term as string);
    }
    database.close();
    expect(texts.map((text) => terms(alphabet.tokens(text)))).toEqual(stored);
  });

  test("know where they stand", async () => {
    const text = "Água, C3-PO e𠮷 fim";
    const alphabet = await alphabetOf(text);
    for (const { raw, start, end } of alphabet.tokens(text)) expect(text.slice(start, end)).toBe(raw);
    expect(terms(alphabet.tokens(text))).toEqual(["agua", "c3", "po", "e𠮷", "fim"]);
  });

  test("leave out what SQLite was not asked about", () => {
    expect(terms(bare.tokens("one été two"))).toEqual(["one", "t", "two"]);
  });
});

describe("tokens of a query", () => {
  test("fold like the page's", async () => {
    const alphabet = await alphabetOf("ÁÉй");
    expect(terms(alphabet.queryTokens("Águila Éxito Й"))).toEqual(["aguila", "exito", "й"]);
  });

  test("keep letters that stand on no page: they must not fall out of the query", () => {
    expect(terms(bare.queryTokens("Чай 日 ß x"))).toEqual(["чай", "日", "ß", "x"]);
  });

  test("lose accents that stand on no page, so that the plain word is found", () => {
    expect(terms(bare.queryTokens("Café résumé Ångström Việt İstanbul"))).toEqual([
      ..."cafe resume angstrom viet istanbul".split(" "),
    ]);
    expect(terms(bare.queryTokens("за\u0301мок x\u0302y"))).toEqual(["замок", "xy"]);
  });

  test("keep apart letters that only look accented", () => {
    expect(terms(bare.queryTokens("й ё が ガ ά"))).toEqual(["й", "ё", "が", "ガ", "ά"]);
  });

  test("fold unknown Latin letters as SQLite does", async () => {
    const letters = range(0xc0, 0x24f)
      .concat(range(0x1e00, 0x1eff))
      .filter((c) => /\p{L}/u.test(c));
    const asked = new Alphabet(await alphabetJson(letters));
    const differing = letters.filter((c) => prepare(c) === c && asked.fold(c) !== bare.fold(c));
    // These alone SQLite leaves accented; a query for one finds the plain letter instead of nothing.
    expect(differing.join("")).toBe("ǠǡǢǣǮǯǼǽǾǿ");
  });

  test("take for accents what SQLite takes for accents", async () => {
    const candidates = range(0x300, 0x36f);
    const { marks } = await alphabetJson(candidates);
    const dropped = candidates.filter((accent) => bare.queryTokens(`x${accent}y`).length === 1);
    expect(dropped).toEqual(Object.keys(marks));
  });
});

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, n) => String.fromCharCode(first + n));
}
