import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { openSite } from "./support/engine.ts";

let engine: Engine;

beforeAll(async () => {
  engine = await openSite({
    wikis: ["zoo", "art"],
    pages: [
      {
        url: "a/",
        title: "Ant",
        passages: ["one", { text: "two oneself", generated: true }, "three readFile"],
        boost: 1.5,
      },
      { url: "b/", title: "Bee", wiki: "art", status: "draft", kind: "auto", passages: ["one\u{10fffd}x"] },
      {
        url: "c/",
        title: "One",
        wiki: "art",
        status: "archived",
        tags: ["one"],
        passages: ["four"],
        modified: "2000-01-31",
      },
    ],
    stems: { three: ["thre"], four: ["four"], oneself: ["oneself"] },
  });
});

afterAll(() => engine.close());

describe("info", () => {
  test("names the wikis in the order to show", async () => {
    const { wikis } = await engine.info();
    expect([...wikis]).toEqual([
      [0, { slug: "zoo", title: "ZOO", position: 0 }],
      [1, { slug: "art", title: "ART", position: 1 }],
    ]);
  });

  test("knows every page's labels", async () => {
    const { labels } = await engine.info();
    const all = [1, 2, 3].map((page) => [
      labels.wiki(page),
      labels.status(page),
      labels.kind(page),
      labels.hasGenerated(page),
    ]);
    expect(all).toEqual([
      [0, "active", "written", true],
      [1, "draft", "auto", false],
      [1, "archived", "written", false],
    ]);
  });

  test("knows what lifts pages", async () => {
    const { lifts, pageCount } = await engine.info();
    expect(pageCount).toBe(3);
    expect([1, 2, 3].map(lifts.boost)).toEqual([1.5, 1, 1]);
    expect([1, 2, 3].map(lifts.day)).toEqual([undefined, undefined, 30]);
    expect(lifts.recencyDays).toBe(30);
  });

  test("says so where nothing lifts pages", async () => {
    const site = await openSite({
      pages: [{ url: "a/", title: "A", passages: ["one"] }],
      orderedWikis: false,
    });
    const { lifts, wikis } = await site.info();
    expect([lifts.boost(1), lifts.day(1)]).toEqual([1, undefined]);
    expect([...wikis.values()].map(({ position }) => position)).toEqual([0]);
    site.close();
  });

  test("is not read from another version's index", async () => {
    const site = { pages: [], meta: { schema: 2 } };
    await expect(openSite(site)).rejects.toMatchObject({
      code: "format",
      message: "the index has schema 2, this program reads 1",
    });
  });
});

describe("terms", () => {
  const grams = (term: string) => {
    const marked = [..."\ue100", ...term, "\ue101"];
    return marked.slice(2).map((_, at) => marked.slice(at, at + 3).join(""));
  };

  test("are found by all of their trigrams, those on most pages first", async () => {
    expect(await engine.termsWithAll(["one"])).toEqual([
      { term: "one", pages: 2 },
      { term: "oneself", pages: 1 },
      { term: "one\u{10fffd}x", pages: 1 },
    ]);
    expect(await engine.termsWithAll(grams("one"))).toEqual([{ term: "one", pages: 2 }]);
    expect(await engine.termsWithAll(["one", "wxy"])).toEqual([]);
  });

  test("are found by so many of their trigrams", async () => {
    const terms = async (atLeast: number) =>
      (await engine.termsWithSome(grams("onerous"), atLeast)).map(({ term }) => term);
    expect(await terms(1)).toEqual(["one", "oneself", "one\u{10fffd}x"]);
    expect(await terms(3)).toEqual([]);
    expect(await engine.termsWithSome(["\ue102thre", "\ue102xyz"], 1)).toEqual([{ term: "three", pages: 1 }]);
  });

  test("are words: parts of identifiers too, but not the identifiers' whole", async () => {
    const site = await openSite({
      pages: [{ url: "a/", title: "A", passages: ["get.rawFile 172 deadbeef0123456789ab"] }],
    });
    for (const word of ["get", "raw", "file", "rawfile"]) {
      expect((await site.termsWithAll(grams(word))).map(({ term }) => term)).toEqual([word]);
    }
    for (const other of ["get\ue02erawfile", "172", "deadbeef0123456789ab"]) {
      expect(await site.termsWithAll(grams(other))).toEqual([]);
    }
    site.close();
  });
});

describe("occurrences", () => {
  const places = async (terms: { token: string; prefix: boolean }[], pages: number[]) =>
    (await engine.occurrences(terms, pages))
      .map(({ page, column, offset, term }) => `${term}: ${page} ${column} ${offset}`)
      .sort();

  test("tell page, column and place of each term", async () => {
    const terms = [
      { token: "one", prefix: false },
      { token: "file", prefix: false },
    ];
    expect(await places(terms, [1, 2, 3])).toEqual([
      "0: 1 body 0",
      "0: 3 tags 0",
      "0: 3 title 0",
      "1: 1 parts 1",
    ]);
  });

  test("of a prefix are those of all terms that begin with it, whatever follows", async () => {
    expect(await places([{ token: "one", prefix: true }], [1, 2])).toEqual([
      "0: 1 body 0",
      "0: 1 generated 1",
      "0: 2 body 0",
    ]);
  });

  test("are those of the asked pages alone", async () => {
    expect(await places([{ token: "one", prefix: true }], [2])).toEqual(["0: 2 body 0"]);
    expect(await places([{ token: "one", prefix: true }], [])).toEqual([]);
    expect(await places([], [1])).toEqual([]);
  });
});

test("starts come in the order of pages and reading", async () => {
  expect(await engine.starts([3, 1])).toEqual([
    { id: 0, page: 1, column: "body", firstToken: 0, firstPart: 0, continues: false },
    { id: 1, page: 1, column: "generated", firstToken: 0, firstPart: 2, continues: true },
    { id: 2, page: 1, column: "body", firstToken: 1, firstPart: 0, continues: true },
    { id: 4, page: 3, column: "body", firstToken: 0, firstPart: 0, continues: false },
  ]);
});

test("no pages and no passages are asked for without error", async () => {
  expect(await engine.pages([])).toEqual([]);
  expect(await engine.starts([])).toEqual([]);
  expect(await engine.passages([])).toEqual([]);
});
