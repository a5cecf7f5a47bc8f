import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { edits, family, insides, shorter, similar } from "../src/query/spelling.ts";
import { openSite, watched } from "./support/engine.ts";
import { Random } from "./support/random.ts";

/** Words, each on so many pages. */
const WORDS: Record<string, number> = {
  ...{ connected: 3, connects: 2, connect: 1, policies: 1, tag: 1, operação: 1, operações: 2 },
  ...{ pgbouncer: 2, bouncer: 1, transaction: 4, transactional: 1, sendRawTransaction: 1 },
  ...{ configuration: 2, configurator: 1, from: 1, receive: 1, value: 2, valve: 1, values: 2, valued: 3 },
  ...{ 日本語: 1, 𐐨𐐩𐐪𐐫: 1, 𐐨𐐩𐐪𐐬: 1, 𐐨𐐩𐐪ﬀ: 1, C3PO2: 1, cafe: 1 },
};

let engine: Engine;

beforeAll(async () => {
  const words = Object.entries(WORDS);
  const pages = [0, 1, 2, 3].map((page) => ({
    url: `${page}/`,
    title: "Page",
    passages: [words.flatMap(([word, count]) => (page < count ? [word] : [])).join(" ")],
  }));
  const stems = {
    ...{ connected: ["connect"], connects: ["connect"], connect: ["connect"], policies: ["polici"] },
    ...{
      tag: ["tag"],
      operacao: ["oper"],
      operacoes: ["oper"],
      value: ["valu"],
      values: ["valu"],
      valued: ["valu"],
    },
  };
  engine = await openSite({ pages, stems });
});

afterAll(() => engine.close());

test("a word without a family leads to the beginning of it that stands on a page", async () => {
  expect(await family(engine, "froms")).toEqual([]);
  expect(await shorter(engine, "froms")).toEqual(["from"]);
  expect(await shorter(engine, "from")).toEqual([]);
  expect(await shorter(engine, "receipts")).toEqual([]);
});

describe("the family of a word", () => {
  test("are the terms with its stem, itself included, those on most pages first", async () => {
    expect(await family(engine, "connects")).toEqual(["connected", "connects", "connect"]);
    expect(await family(engine, "values")).toEqual(["valued", "value", "values"]);
  });

  test("is found by a form that stands on no page", async () => {
    expect(await family(engine, "valuing")).toEqual(["valued", "value", "values"]);
    expect(await family(engine, "operam")).toEqual(["operacoes", "operacao"]);
    expect(await family(engine, "policy")).toEqual(["policies"]);
    expect(await family(engine, "tags")).toEqual(["tag"]);
  });

  test("is empty where no beginning of the word is a stem", async () => {
    expect(await family(engine, "window")).toEqual([]);
    expect(await family(engine, "tagalog")).toEqual([]);
  });

  test.each(["", "ru", "日", "c3po2", "tag2", "tag\u0301s", "v".repeat(33), "\ue102tag"])(
    "is not looked for where it is no word of some length: %j",
    async (term) => {
      const { engine: watching, calls } = watched(engine);
      expect(await family(watching, term)).toEqual([]);
      expect(calls).toEqual([]);
    },
  );
});

describe("insides", () => {
  test("are the terms with the fragment in them, those on most pages first", async () => {
    expect(await insides(engine, "action")).toEqual(["transaction", "sendrawtransaction", "transactional"]);
    expect(await insides(engine, "ouncer")).toEqual(["pgbouncer", "bouncer"]);
    expect(await insides(engine, "bouncer")).toEqual(["pgbouncer", "bouncer"]);
  });

  test("hold the whole fragment, not only its trigrams", async () => {
    const site = await openSite({ pages: [{ url: "a/", title: "x", passages: ["abcxbcd abcd"] }] });
    expect(await insides(site, "abcd")).toEqual(["abcd"]);
    site.close();
  });

  test("can be held to the beginning or the end of terms", async () => {
    expect(await insides(engine, "transaction", "begin")).toEqual(["transaction", "transactional"]);
    expect(await insides(engine, "transaction", "end")).toEqual(["transaction", "sendrawtransaction"]);
    expect(await insides(engine, "ansact", "begin")).toEqual([]);
    expect(await insides(engine, "ansact", "end")).toEqual([]);
  });

  test("count in characters, beyond the BMP too", async () => {
    expect(await insides(engine, "𐐨𐐩𐐪")).toEqual(["𐐨𐐩𐐪ff", "𐐨𐐩𐐪𐐫", "𐐨𐐩𐐪𐐬"]);
    expect(await insides(engine, "𐐨𐐩")).toEqual([]);
  });

  test.each(["", "ab", "x".repeat(33), "x".repeat(100_000)])("are not looked for: %#", async (fragment) => {
    const { engine: watching, calls } = watched(engine);
    expect(await insides(watching, fragment)).toEqual([]);
    expect(calls).toEqual([]);
  });

  test("are fifty at most", async () => {
    const words = Array.from({ length: 60 }, (_, n) => `abcd${String.fromCharCode(97 + (n % 26))}${n}`);
    const site = await openSite({ pages: [{ url: "a/", title: "x", passages: [words.join(" ")] }] });
    expect(await insides(site, "abcd")).toHaveLength(50);
    site.close();
  });
});

describe("similar terms", () => {
  const like = (word: string, options: { prefix?: boolean; careful?: boolean } = {}) =>
    similar(engine, word, { prefix: false, careful: false, ...options });

  test.each([
    ["transposed", "pgbuoncer"],
    ["missing", "pgbouncr"],
    ["extra", "pgbouncerr"],
    ["wrong", "pgbounser"],
    ["wrong at the beginning", "qgbouncer"],
    ["wrong at the end", "pgbouncex"],
    ["missing at the beginning", "onfiguration"],
  ])("have a letter %s", async (_, word) => {
    expect(["pgbouncer", "configuration"]).toContain((await like(word)).join());
  });

  test("of a long word may have two", async () => {
    expect(await like("pgbuonser")).toEqual(["pgbouncer"]);
    expect(await like("confgiuratoin")).toEqual(["configuration"]);
    expect(await like("cnofgiuratoin")).toEqual([]);
  });

  test("of a short word have one, of a very short one none", async () => {
    expect(await like("recieve")).toEqual(["receive"]);
    expect(await like("reciev")).toEqual([]);
    expect(await like("caf")).toEqual([]);
  });

  test("of a short word are found though a transposition leaves hardly a trigram whole", async () => {
    expect(await like("form")).toEqual(["from"]);
    expect(await like("cfae")).toEqual(["cafe"]);
  });

  test("are fewer where one has to be careful", async () => {
    expect(await like("form", { careful: true })).toEqual([]);
    expect(await like("recieve", { careful: true })).toEqual(["receive"]);
    expect(await like("pgbuonser", { careful: true })).toEqual([]);
  });

  test("are those with the fewest edits, on most pages first, three at most", async () => {
    expect(await like("valuee")).toEqual(["valued", "value", "values"]);
    expect(await like("valxe")).toEqual(["value", "valve"]);
    expect(await like("configurateon")).toEqual(["configuration"]);
  });

  test("that are as near on as many pages stand in the order of their code points", async () => {
    // UTF-16's order would be another: beyond the BMP a character begins with U+D800 or more.
    const site = await openSite({ pages: [{ url: "a/", title: "x", passages: ["abc𐐨 abc\uf8ff abcz"] }] });
    expect(await similar(site, "abcx", { prefix: false, careful: false })).toEqual([
      "abcz",
      "abc\uf8ff",
      "abc𐐨",
    ]);
    site.close();
  });

  test("of a word that is still being typed begin so", async () => {
    expect(await like("pgbuon", { prefix: true })).toEqual(["pgbouncer"]);
    expect(await like("pgbuon")).toEqual([]);
    expect(await like("transcat", { prefix: true })).toEqual(["transaction", "transactional"]);
  });

  test("are none for the term itself", async () => {
    expect(await like("transaction")).not.toContain("transaction");
  });

  test("are not looked for where no term is as long", async () => {
    const { engine: watching, calls } = watched(engine);
    const options = { prefix: false, careful: false };
    expect(await similar(watching, "abcdefghij".repeat(60), options)).toEqual([]);
    expect(calls).toEqual([]);
  });
});

describe("edits", () => {
  const LETTERS = [..."abcé", "𐐨"];

  test("are the same in both directions, and none between equals", () => {
    const random = new Random(21);
    for (let round = 0; round < 2000; round++) {
      const [a, b] = [random.text(LETTERS, 6), random.text(LETTERS, 6)];
      expect(edits(a, a, 1)).toBe(0);
      expect(edits(a, b, 9), `${a} ${b}`).toBe(edits(b, a, 9));
    }
  });

  test("count each letter that was changed apart from the others once", () => {
    const word = [..."transactional"];
    const change: ((letters: string[], at: number) => void)[] = [
      (letters, at) => letters.splice(at, 1),
      (letters, at) => letters.splice(at, 0, "𐐨"),
      (letters, at) => letters.splice(at, 1, "𐐨"),
      (letters, at) => letters.splice(at, 2, letters[at + 1] as string, letters[at] as string),
    ];
    for (const first of change) {
      for (const second of change) {
        const letters = [...word];
        second(letters, 8);
        first(letters, 2);
        expect(edits(word.join(""), letters.join(""), 2)).toBe(2);
      }
    }
  });

  test("of words whose lengths differ by more than the limit are not counted", () => {
    expect(edits("abc", "abcdef", 2)).toBe(3);
    expect(edits("x".repeat(100_000), "x", 2)).toBe(3);
    expect(edits("𐐨𐐨", "𐐨", 1)).toBe(1);
  });
});
