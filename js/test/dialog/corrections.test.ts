import { expect, test } from "vitest";
import { correctedQuery, literalQuery } from "../../src/dialog/corrections.ts";

const PGBOUNCER = [{ from: "pgbounser", to: "pgbouncer" }];

test("the misspelt word is replaced, the rest of the query stays", () => {
  expect(correctedQuery("jwt PgBounser -old", PGBOUNCER)).toBe("jwt pgbouncer -old");
  expect(correctedQuery("title:pgbounser", PGBOUNCER)).toBe("title:pgbouncer");
});

test("where nothing is corrected the query stays as it is", () => {
  expect(correctedQuery("jwt expiry", [])).toBe("jwt expiry");
});

test("a word with punctuation is found", () => {
  expect(correctedQuery("range x30-0x3f C#", [{ from: "x30-0x3f", to: "0x30 0x3f" }])).toBe(
    "range 0x30 0x3f C#",
  );
  expect(literalQuery("range x30-0x3f", [{ from: "x30-0x3f", to: "0x30 0x3f" }])).toBe('range "x30-0x3f"');
});

test("a word that only contains the misspelt one stays", () => {
  expect(correctedQuery("pgbounsers pgbounser", PGBOUNCER)).toBe("pgbounsers pgbouncer");
});

test("a correction is not corrected in its turn", () => {
  const swap = [
    { from: "ab", to: "ba" },
    { from: "ba", to: "ab" },
  ];
  expect(correctedQuery("ab ba", swap)).toBe("ba ab");
});

test("a word is found although the search has folded its accents away", () => {
  expect(correctedQuery("configuracíon", [{ from: "configuracion", to: "configuración" }])).toBe(
    "configuración",
  );
});

test("the literal query quotes the misspelt words alone", () => {
  expect(literalQuery("jwt pgbounser", PGBOUNCER)).toBe('jwt "pgbounser"');
  expect(literalQuery("pgbounser", PGBOUNCER)).toBe('"pgbounser"');
});

test("words that are not found in the query still give an answer to show and to search", () => {
  expect(correctedQuery("C#", [{ from: "c#", to: "C++" }])).toBe("C++");
  expect(correctedQuery("one two", [{ from: "elsewhere", to: "other" }])).toBe("other");
  expect(literalQuery('one "two"', [{ from: "elsewhere", to: "other" }])).toBe('"one two"');
});
