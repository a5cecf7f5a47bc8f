import { readFileSync } from "node:fs";
import type { Database } from "sql.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { identifiers, parts, prepare, prepareMapped } from "../src/text/prepare.ts";
import { alphabetOf, TOKENIZER } from "./support/alphabet.ts";
import { Random } from "./support/random.ts";
import { openDatabase, rows } from "./support/sqlite.ts";

interface Vectors {
  prepare: { name: string; input: string; expect: string }[];
  parts: { input: string; expect: string[] }[];
  tokens: { name: string; input: string; expect: string[] }[];
  identifiers: { input: string; expect: string[] }[];
}

const vectors: Vectors = JSON.parse(
  readFileSync(new URL("../../tests/vectors/text.json", import.meta.url), "utf8"),
);

describe("the vectors shared with the build", () => {
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase();
    database.run(`CREATE VIRTUAL TABLE probe USING fts5(text, tokenize='${TOKENIZER}')`);
    database.run("CREATE VIRTUAL TABLE token USING fts5vocab(probe, instance)");
  });

  afterAll(() => database.close());

  test.each(vectors.prepare)("prepare: $name", ({ input, expect: expected }) => {
    expect(prepare(input)).toBe(expected);
  });

  test.each(vectors.parts)("parts of $input", ({ input, expect: expected }) => {
    expect(parts(input)).toEqual(expected);
  });

  test.each(vectors.identifiers)("identifiers in $input", ({ input, expect: expected }) => {
    expect(identifiers(prepare(input))).toEqual(expected);
  });

  test.each(vectors.tokens)("tokens: $name", async ({ input, expect: expected }) => {
    const prepared = prepare(input);
    database.run("DELETE FROM probe");
    database.run("INSERT INTO probe VALUES (?)", [prepared]);
    const stored = rows(database, "SELECT term FROM token ORDER BY offset").flat();
    expect(stored, "what FTS5 stores").toEqual(expected);
    const alphabet = await alphabetOf(prepared);
    expect(alphabet.tokens(prepared).map(({ term }) => term)).toEqual(expected);
  });
});

describe("parts", () => {
  test("are counted in characters, those beyond the BMP too", () => {
    expect(parts("𐎀𐎁Name2")).toEqual(["𐎀𐎁", "Name", "2"]);
  });

  test("are not made of a number, in whatever digits", () => {
    expect(parts("1٣2")).toEqual([]);
  });
});

describe("prepareMapped", () => {
  // Characters that compose with others, expand, vanish or stand in scripts without spaces.
  const pieces = [
    ..."aé ½ﬃ日カｶガﾞﾟかᄀㄱㅏ가각क्ष\u0301\u0302\u0323\u3099\u1161\u11a8\u00ad\u200d\ufe0f\u115f\uffa1\uffc2𠮷👩🤔\n",
    "\u{16d67}",
    "\u{e0101}",
    "\ud800",
    "word",
  ];

  test("gives what prepare gives", () => {
    const random = new Random(1);
    for (let round = 0; round < 5000; round++) {
      const text = random.text(pieces, 8);
      expect(prepareMapped(text).text, JSON.stringify(text)).toBe(prepare(text));
    }
  });

  test("leads every unit back to the character it came from", () => {
    const random = new Random(2);
    for (let round = 0; round < 500; round++) {
      const text = `é${random.text(pieces, 8)}`;
      const { text: prepared, source } = prepareMapped(text);
      expect(source).toHaveLength(prepared.length + 1);
      expect(source?.at(-1)).toBe(text.length);
      const order = Array.from(source ?? []);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    }
  });

  test("names where expanded, composed and spaced characters stood", () => {
    const { text, source } = prepareMapped("oﬃce cafe\u0301 日x");
    const at = (piece: string) => source?.[text.indexOf(piece)];
    expect(text).toBe("office café  日 x");
    expect([at("o"), at("ffi"), at("ce"), at("é"), at("日"), at("x")]).toEqual([0, 1, 2, 8, 11, 12]);
  });

  test("spares ASCII the map", () => {
    expect(prepareMapped("plain text")).toEqual({ text: "plain text" });
  });
});
