import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { answer } from "../src/query/answer.ts";
import { identifiers } from "../src/text/prepare.ts";
import type { Answer, Hit, SearchOptions } from "../src/types.ts";
import { TOKENIZER } from "./support/alphabet.ts";
import type { PageSpec } from "./support/database.ts";
import { openSite } from "./support/engine.ts";
import { openDatabase, rows } from "./support/sqlite.ts";

const PAGES: PageSpec[] = [
  { url: "c/", title: "Letters", passages: ["The letter C, and C again: C C C."] },
  { url: "cpp/", title: "Languages", passages: ["Some wrote it in C++ then."] },
  { url: "path/", title: "Settings", passages: ["A lib path: the libPath of libs."] },
  { url: "dotpath/", title: "Functions", passages: ["Call .libPath to see it."] },
  { url: "cache/", title: "Caching", passages: ["There is no cache, no cache at all."] },
  { url: "flag/", title: "Flags", passages: ["Build it with --no-cache once."] },
  { url: "number/", title: "Numbers", passages: ["The 172 and the 172."] },
  { url: "issue/", title: "Issues", passages: ["Mended in #172."] },
  {
    url: "rpc/",
    title: "Calls",
    passages: [
      { anchor: "first", title: "First", level: 2, text: `First\n${"getBlock getBlock ".repeat(20)}` },
      { anchor: "second", title: "Second", level: 2, text: "Second\nfetchRows, client.fetchRows" },
      { anchor: "third", title: "Third", level: 2, text: "Third\neth_sendRawTransaction" },
    ],
  },
  {
    url: "blocks/",
    title: "Generated",
    passages: [
      { anchor: "one", title: "One", text: "dropTable and drop.dropTable", generated: true },
      { anchor: "two", title: "Two", text: "setOwner in --set-owner", generated: true },
    ],
  },
];

let engine: Engine;

beforeAll(async () => {
  engine = await openSite({ pages: PAGES });
});

afterAll(() => engine.close());

const hits = ({ groups }: Answer): Hit[] => groups.flatMap((group) => group.hits);
const search = async (query: string, options?: SearchOptions) => hits(await answer(engine, query, options));

describe("a page with the identifier's punctuation", () => {
  test.each([
    ["C++", "cpp/", "c/"],
    [".libPath", "dotpath/", "path/"],
    ["--no-cache", "flag/", "cache/"],
    ["#172", "issue/", "number/"],
  ])("goes before those with its letters only: %s", async (query, first, second) => {
    expect((await search(query)).map(({ url }) => url)).toEqual([first, second]);
  });

  test("goes before them while it is still being typed", async () => {
    expect((await search(".libPa", { typing: true }))[0]?.url).toBe("dotpath/");
    expect((await search("--no-ca", { typing: true }))[0]?.url).toBe("flag/");
  });

  test("shows where it stands", async () => {
    const [hit] = await search("C++");
    expect(hit?.excerpt.filter(({ mark }) => mark)).toEqual([{ text: "C", mark: true }]);
  });
});

describe("an identifier", () => {
  test.each(["RawTransaction", "sendRaw", "transaction", "eth_sendRawTransaction", "raw transaction"])(
    "is found by %s, in its section",
    async (query) => {
      const [hit] = await search(query);
      expect([hit?.url, hit?.section.anchor]).toEqual(["rpc/", "third"]);
      expect(hit?.excerpt.some(({ text, mark }) => mark && text.includes("sendRawTransaction"))).toBe(true);
    },
  );

  test("that stands often before does not shift what comes after it", async () => {
    for (const [query, anchor] of [
      ["rows", "second"],
      ["client.fetchRows", "second"],
      ["block", "first"],
    ] as const) {
      expect((await search(query))[0]?.section.anchor, query).toBe(anchor);
    }
  });

  test("in a generated block is found by its parts too, in its section", async () => {
    for (const [query, anchor] of [
      ["table", "one"],
      ["owner", "two"],
      ["--set-owner", "two"],
    ] as const) {
      const [hit] = await search(query);
      expect([hit?.url, hit?.kind, hit?.section.anchor], query).toEqual(["blocks/", "auto", anchor]);
    }
  });
});

describe("identifiers", () => {
  /** As they were written: the punctuation that private-use characters carry is put back. */
  const found = (text: string) =>
    identifiers(text).map((each) =>
      each.replace(/[\ue000-\ue07f]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xe000)),
    );

  test("are runs that some punctuation is part of, in small letters", () => {
    expect(found("Use C++ or eth_getLogs, not C or Logs")).toEqual(["c++", "eth_getlogs"]);
    expect(found("-- ... ?! words")).toEqual([]);
  });

  test("lose the end of a sentence, not their own beginning", () => {
    expect(found("See .libPath. And e.g. C++!")).toEqual([".libpath", "e.g", "c++"]);
  });

  test("are each a single token for FTS5", async () => {
    const all = identifiers("C++ #172 a!#$%&*+-./:<=>?@\\^_|~b");
    expect(all).toHaveLength(3);
    const database = await openDatabase();
    database.run(`CREATE VIRTUAL TABLE probe USING fts5(text, tokenize='${TOKENIZER}')`);
    database.run("CREATE VIRTUAL TABLE token USING fts5vocab(probe, instance)");
    database.run("INSERT INTO probe VALUES (?)", [all.join(" ")]);
    expect(rows(database, "SELECT term FROM token ORDER BY offset").flat()).toEqual(all);
    database.close();
  });

  test("take no time over long runs of punctuation", () => {
    const start = performance.now();
    for (const text of [`${".".repeat(200_000)}a`, `a${"-".repeat(200_000)}`, "a.".repeat(100_000)]) {
      expect(found(text)).toEqual([]);
    }
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
