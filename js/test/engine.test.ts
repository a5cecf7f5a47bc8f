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
      },
      { url: "b/", title: "Bee", wiki: "art", status: "draft", kind: "auto", passages: ["one\u{10fffd}x"] },
      { url: "c/", title: "One", wiki: "art", status: "archived", tags: ["one"], passages: ["four"] },
    ],
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
    { id: 0, page: 1, column: "body", firstToken: 0, firstPart: 0 },
    { id: 1, page: 1, column: "generated", firstToken: 0, firstPart: 2 },
    { id: 2, page: 1, column: "body", firstToken: 1, firstPart: 0 },
    { id: 4, page: 3, column: "body", firstToken: 0, firstPart: 0 },
  ]);
});

test("no pages and no passages are asked for without error", async () => {
  expect(await engine.pages([])).toEqual([]);
  expect(await engine.starts([])).toEqual([]);
  expect(await engine.passages([])).toEqual([]);
});
