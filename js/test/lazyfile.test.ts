import { beforeAll, describe, expect, test, vi } from "vitest";
import { openSqlJs } from "../src/engine/sqljs.ts";
import { lazyFile } from "../src/pages/lazyfile.ts";
import { answer } from "../src/query/answer.ts";
import { type PageSpec, writeDatabase } from "./support/database.ts";
import { openSite } from "./support/engine.ts";
import { type Cut, publish } from "./support/publish.ts";
import { Random } from "./support/random.ts";
import { initSqlJs, openDatabase, rows } from "./support/sqlite.ts";

const WORDS = "apple pear plum cherry quince readFile parseJson configuração índice 検索 x1".split(" ");

let content: Uint8Array;

beforeAll(async () => {
  const random = new Random(11);
  const pages = Array.from(
    { length: 60 },
    (_, n): PageSpec => ({
      url: `${n}/`,
      title: random.text(WORDS, 3),
      status: random.pick(["active", "active", "draft"] as const),
      passages: Array.from({ length: 1 + random.below(4) }, (_, at) => ({
        text: random.text(
          WORDS.map((word) => `${word} `),
          200,
        ),
        generated: at === 2,
      })),
    }),
  );
  content = await writeDatabase({ pages });
});

async function openPublished(cut?: Cut) {
  const published = publish(content, cut);
  await published.chunks.loadFirst("sqlite");
  const engine = await openSqlJs(initSqlJs, published.chunks);
  return { ...published, engine };
}

describe("the stand-in for a file", () => {
  test("gives stretches, the rest and single bytes, never more than there is", () => {
    const file = lazyFile(publish(content).chunks);
    const { length } = content;
    expect(file.length).toBe(length);
    expect(file.slice().subarray(1000, 1100)).toEqual(content.slice(1000, 1100));
    expect(file.subarray(length - 10)).toEqual(content.slice(-10));
    expect(file.subarray(length - 10, length + 10)).toEqual(content.slice(-10));
    expect([file[0], file[1500], file[length - 1], file[length]]).toEqual([
      ...[content[0], content[1500], content[length - 1], undefined],
    ]);
  });
});

describe("a published database", () => {
  test.each([
    ["chunks of one page", {}],
    ["chunks that pages lie across", { ranges: [{ start: 0, end: -1, chunk: 700 }] }],
    [
      "several ranges and packs",
      {
        ranges: [
          { start: 0, end: 5000, chunk: 512 },
          { start: 5000, end: -1, chunk: 8192 },
        ],
        first: [
          [0, 2048],
          [9000, 9999],
        ],
      },
    ],
    ["one chunk", { ranges: [{ start: 0, end: -1, chunk: 1_000_000 }], first: [] }],
  ] satisfies [string, Cut][])("has the same rows as the plain one: %s", async (_, cut) => {
    const ranges = (cut as Cut).ranges?.map((range) =>
      range.end < 0 ? { ...range, end: content.length } : range,
    );
    const { engine } = await openPublished({ ...cut, ...(ranges && { ranges }) });
    const plain = await openDatabase(content);
    const numbers = (sql: string) => rows(plain, sql).map(([id]) => id as number);
    const ids = numbers("SELECT id FROM page");
    const sections = numbers("SELECT id FROM section");
    expect((await engine.passages(sections)).map(({ text }) => text)).toEqual(
      rows(plain, "SELECT text FROM section").flat(),
    );
    expect((await engine.pages(ids)).map(({ title }) => title)).toEqual(
      rows(plain, "SELECT title FROM page").flat(),
    );
    for (const word of ["apple", "indice", "json", "検"]) {
      const found = await engine.match({ op: "phrase", tokens: [word], prefix: false });
      const sql = "SELECT rowid, -bm25(page_fts, 10, 4, 4, 1, 0.5, 0.5) FROM page_fts WHERE page_fts MATCH ?";
      expect(found.length).toBeGreaterThan(0);
      expect(found.map(({ page, score }) => [page, score])).toEqual(rows(plain, sql, [`"${word}"`]));
    }
    plain.close();
    engine.close();
  });

  test("is fetched only where it is read, and each part once", async () => {
    const { engine, chunks, transport, manifest } = await openPublished();
    await answer(engine, "quince -apple");
    const requests = chunks.syncRequests;
    expect(requests).toBeLessThan(manifest.size / 1024 / 2);
    expect(new Set(transport.fetchedSync).size).toBe(requests);
    await answer(engine, "quince -apple");
    expect(chunks.syncRequests).toBe(requests);
  });

  test("needs no request beyond the first pack for what is in it", async () => {
    const { engine, transport } = await openPublished({ first: [[0, content.length]] });
    expect((await answer(engine, "apple")).total).toBeGreaterThan(0);
    expect(transport.fetchedSync).toEqual([]);
  });
});

test("a text is whole wherever it ends on an overflow page", async () => {
  // SQLite reads an overflow page only as far as the value goes on: up to eight bytes are read one by one.
  const pages = Array.from({ length: 30 }, (_, n) => ({
    url: "",
    title: "Page",
    trail: ["w".repeat(2100 + n)],
    tags: ["t".repeat(2000)],
    passages: ["text"],
  }));
  const engine = await openSite({ pages });
  for (const [n, { trail }] of pages.entries()) {
    expect((await engine.pages([n + 1]))[0]?.trail).toEqual(trail);
  }
  engine.close();
});

describe("what goes wrong below the engine", () => {
  test("comes out as the error it was, whichever chunk is lost", async () => {
    const ranges = [{ start: 0, end: content.length, chunk: 4096 }];
    let failures = 0;
    for (let number = 0; number * 4096 < content.length; number++) {
      const published = publish(content, { ranges });
      published.files.delete(`${number}.bin`);
      await published.chunks.loadFirst("sqlite");
      try {
        const engine = await openSqlJs(initSqlJs, published.chunks);
        await answer(engine, "apple pear");
      } catch (error) {
        failures++;
        expect(error).toMatchObject({ name: "SearchError", code: "network" });
      }
    }
    expect(failures).toBeGreaterThan(3);
  });

  test("a database of another schema is refused", async () => {
    const opening = openSite({ pages: [], meta: { schema: 2 } });
    await expect(opening).rejects.toMatchObject({
      name: "SearchError",
      code: "format",
      message: "the index has schema 2, this program reads 1",
    });
  });

  test("something that is no database is a failure of the engine", async () => {
    const { chunks } = publish(new Uint8Array(4096).fill(65));
    const opening = openSqlJs(initSqlJs, chunks);
    await expect(opening).rejects.toMatchObject({ name: "SearchError", code: "engine" });
  });

  test("an engine that cannot be started says so", async () => {
    const init = () => Promise.reject(new Error("out of memory"));
    const opening = openSqlJs(init, publish(content).chunks);
    await expect(opening).rejects.toMatchObject({
      code: "engine",
      message: expect.stringContaining("out of memory"),
    });
  });

  test("a policy that forbids WebAssembly is named with its mend, and sql.js is not started", async () => {
    vi.stubGlobal("WebAssembly", {
      Module: class {
        constructor() {
          throw new WebAssembly.CompileError("violates the Content Security Policy");
        }
      },
    });
    const start = vi.fn();
    try {
      await expect(openSqlJs(start, publish(content).chunks)).rejects.toMatchObject({
        code: "engine",
        message: expect.stringContaining("'wasm-unsafe-eval'"),
      });
      expect(start).not.toHaveBeenCalled();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
