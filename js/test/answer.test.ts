import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { answer } from "../src/query/answer.ts";
import type { Answer, Kind, SearchOptions, Status } from "../src/types.ts";
import type { PageSpec } from "./support/database.ts";
import { openSite } from "./support/engine.ts";
import { Random } from "./support/random.ts";

const PAGES: PageSpec[] = [
  { url: "zoo/apple/", title: "Apple", wiki: "zoo", passages: ["About the fruit."] },
  {
    url: "zoo/long/",
    title: "Fruit",
    wiki: "zoo",
    passages: [`${"filler ".repeat(300)} an apple at the end`],
  },
  { url: "zoo/some/", title: "Fruit", wiki: "zoo", passages: ["apple apple tree"] },
  { url: "zoo/card/", title: "Card", wiki: "zoo", kind: "auto", passages: ["apple"] },
  { url: "zoo/draft/", title: "Draft", wiki: "zoo", status: "draft", passages: ["apple draft"] },
  { url: "art/still/", title: "Still life", wiki: "art", passages: ["apple and pear", block("plum list")] },
  { url: "art/block/", title: "Block", wiki: "art", passages: ["pear", block("apple list")] },
  { url: "art/both/", title: "Both", wiki: "art", passages: ["apple pear", block("apple list")] },
  { url: "art/old/", title: "Old", wiki: "art", status: "archived", passages: ["apple painting"] },
  {
    url: "art/oldcard/",
    title: "Old card",
    wiki: "art",
    status: "archived",
    kind: "auto",
    passages: ["apple"],
  },
  { url: "ink/code/", title: "Code", wiki: "ink", passages: ["pear", block("getAppleTree")] },
  // Without these the words would stand on more than half of the pages, and so count next to nothing.
  ...Array.from({ length: 20 }, (_, n) => ({
    url: `ink/${n}/`,
    title: "Other",
    wiki: "ink",
    passages: ["…"],
  })),
];

function block(text: string) {
  return { text, generated: true };
}

let engine: Engine;

beforeAll(async () => {
  engine = await openSite({ pages: PAGES, wikis: ["zoo", "art", "ink", "empty"] });
});

afterAll(() => engine.close());

const search = (query: string, options?: SearchOptions) => answer(engine, query, options);

/** The answer's groups, such as `zoo written: zoo/apple/ zoo/some/`. */
async function outline(query: string, options?: SearchOptions): Promise<string[]> {
  const { groups } = await search(query, options);
  return groups.map(({ wiki, kind, hits }) => `${wiki} ${kind}: ${hits.map(({ url }) => url).join(" ")}`);
}

const hitsOf = ({ groups }: Answer) => groups.flatMap(({ hits }) => hits);

describe("groups", () => {
  test("stand in the order of the wikis, written pages first", async () => {
    expect(await outline("apple")).toEqual([
      "zoo written: zoo/apple/ zoo/some/ zoo/long/",
      "art written: art/both/ art/still/",
      "zoo auto: zoo/card/",
      "art auto: art/block/",
      "ink auto: ink/code/",
    ]);
  });

  test("carry the wiki's id and title, their kind and how many pages match", async () => {
    const { groups, total } = await search("apple");
    expect(groups[0]).toMatchObject({ wiki: "zoo", title: "ZOO", kind: "written", total: 3 });
    expect(total).toBe(8);
  });

  test("of generated pages hold written pages that match in a generated block only", async () => {
    const { groups } = await search("list");
    expect(groups.map(({ wiki, kind }) => `${wiki} ${kind}`)).toEqual(["art auto"]);
    for (const hit of groups.flatMap(({ hits }) => hits)) expect(hit.kind).toBe("auto");
    expect(await outline("tree -fruit")).toEqual(["ink auto: ink/code/"]);
  });

  test("of generated pages hold written pages that need a generated block to match", async () => {
    expect(await outline("pear plum")).toEqual(["art auto: art/still/"]);
    const { groups } = await search("pear OR plum");
    expect(groups[0]?.hits.map(({ url }) => url).sort()).toEqual(["art/block/", "art/both/", "art/still/"]);
  });

  test("stand in the order of their best hits where no order of the wikis is configured", async () => {
    const site = await openSite({ pages: PAGES, wikis: ["zoo", "art", "ink", "empty"], orderedWikis: false });
    const order = async (asked: Engine) =>
      (await answer(asked, "life OR fruit OR card")).groups.map(({ wiki, kind }) => `${wiki} ${kind}`);
    expect(await order(engine)).toEqual(["zoo written", "art written", "zoo auto"]);
    expect(await order(site)).toEqual(["art written", "zoo written", "zoo auto"]);
    site.close();
  });

  test("have the best first", async () => {
    for (const { hits } of (await search("apple", { drafts: true })).groups) {
      const scores = hits.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      for (const score of scores) expect(score).toBeGreaterThan(0);
    }
  });
});

describe("drafts and archived pages", () => {
  test("are hidden and counted", async () => {
    const found = await search("apple");
    expect(found.hidden).toBe(3);
    for (const { status } of hitsOf(found)) expect(status).toBe("active");
  });

  test("are shown and labelled when asked for", async () => {
    const found = await search("apple", { drafts: true });
    expect(found).toMatchObject({ total: 11, hidden: 0 });
    const labels = Object.fromEntries(hitsOf(found).map(({ url, status }) => [url, status]));
    expect(labels).toMatchObject({
      "zoo/apple/": "active",
      "zoo/draft/": "draft",
      "art/old/": "archived",
      "art/oldcard/": "archived",
    });
  });

  test("are shown by status:, whatever the switch says", async () => {
    for (const drafts of [false, true]) {
      expect(await outline("apple status:draft", { drafts })).toEqual(["zoo written: zoo/draft/"]);
      expect(await search("apple status:draft", { drafts })).toMatchObject({ total: 1, hidden: 0 });
    }
    expect(await search("apple status:draft status:archived")).toMatchObject({ total: 3, hidden: 0 });
    expect(await search("apple status:active", { drafts: true })).toMatchObject({ total: 8, hidden: 0 });
  });

  test("are counted within what is asked for: the count is what the switch would add", async () => {
    const asked: [string, SearchOptions][] = [
      ["apple", {}],
      ["apple", { wiki: "zoo" }],
      ["apple wiki:art", {}],
      ["apple", { kind: "written" }],
      ["apple", { kind: "auto" }],
      ["apple kind:auto wiki:art", {}],
      ["draft", {}],
    ];
    for (const [query, options] of asked) {
      const found = await search(query, options);
      const all = await search(query, { ...options, drafts: true });
      expect(found.total + found.hidden, `${query} ${JSON.stringify(options)}`).toBe(all.total);
    }
    expect(await search("apple", { kind: "written" })).toMatchObject({ total: 5, hidden: 2 });
    expect(await search("draft")).toMatchObject({ total: 0, hidden: 1, groups: [] });
  });
});

describe("filters", () => {
  test("by wiki, as an option or in the query", async () => {
    const art = ["art written: art/both/ art/still/", "art auto: art/block/"];
    expect(await outline("apple", { wiki: "art" })).toEqual(art);
    expect(await outline("apple wiki:art")).toEqual(art);
    expect(await outline("apple wiki:ink wiki:art")).toEqual([...art, "ink auto: ink/code/"]);
    expect(await outline("apple wiki:art", { wiki: "zoo" })).toEqual([]);
    expect(await search("apple wiki:nowhere")).toMatchObject({ total: 0, hidden: 0 });
  });

  test("by kind, as an option or in the query", async () => {
    const auto = ["zoo auto: zoo/card/", "art auto: art/block/", "ink auto: ink/code/"];
    expect(await outline("apple", { kind: "auto" })).toEqual(auto);
    expect(await outline("apple kind:auto")).toEqual(auto);
    expect(await search("apple", { kind: "auto" })).toMatchObject({ total: 3, hidden: 1 });
    expect(await outline("apple kind:auto", { kind: "written" })).toEqual([]);
  });

  test("by title and tag", async () => {
    expect(await outline("title:apple")).toEqual(["zoo written: zoo/apple/"]);
    expect(await outline("tag:apple")).toEqual([]);
  });
});

describe("a query without a word", () => {
  test.each(["", "  ", "…", '"', "wiki:zoo", "status:draft", "OR -"])(
    "has an empty answer: %j",
    async (query) => {
      expect(await search(query)).toEqual({
        ...{ ok: true, query, total: 0, hidden: 0, relaxed: false, corrections: [], groups: [] },
      });
    },
  );
});

describe("slices", () => {
  let many: Engine;
  const urls = Array.from({ length: 95 }, (_, n) => `${n}/`);
  const kind = (n: number): Kind => (n < 60 ? "written" : "auto");

  beforeAll(async () => {
    const pages = urls.map((url, n) => ({
      url,
      title: `Page ${n}`,
      kind: kind(n),
      passages: ["the same word"],
    }));
    many = await openSite({ pages });
  });

  afterAll(() => many.close());

  const slices = async (options: SearchOptions) =>
    (await answer(many, "word", options)).groups.map(({ hits }) => hits.map(({ url }) => url));

  test("hold ten hits of each group unless asked otherwise", async () => {
    expect((await slices({})).map((hits) => hits.length)).toEqual([10, 10]);
    expect(await slices({})).toEqual(await slices({ page: 1, size: 10 }));
  });

  test("have no upper limit", async () => {
    for (const size of [95, 100_000, Number.POSITIVE_INFINITY]) {
      expect(await slices({ size })).toEqual([urls.slice(0, 60), urls.slice(60)]);
      expect(await slices({ size, page: 2 })).toEqual([[], []]);
    }
  });

  test("follow each other without gap or repetition, totals unchanged", async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 9; page++) {
      const { groups, total } = await answer(many, "word", { page, size: 7 });
      expect(total).toBe(95);
      expect(groups.map((group) => group.total)).toEqual([60, 35]);
      for (const { hits } of groups) seen.push(...hits.map(({ url }) => url));
    }
    expect(seen).toHaveLength(95);
    expect(new Set(seen)).toEqual(new Set(urls));
  });

  test("before the first are the first, and a slice holds at least one hit", async () => {
    expect(await slices({ page: 0, size: 0 })).toEqual([["0/"], ["60/"]]);
    expect(await slices({ page: -3, size: -1 })).toEqual([["0/"], ["60/"]]);
  });
});

test("whatever word stands anywhere in a page, a search for it finds the page", async () => {
  const random = new Random(12);
  const made = () => random.text(["ka", "to", "mi", "é", "ß", "X", "日", "й", "7", "ﬁ", "Ñ", "_"], 6);
  const pages = Array.from({ length: 30 }, (_, n): PageSpec => {
    const words = Array.from({ length: 40 }, made);
    const text = words.join(" ");
    return {
      url: `${n}/`,
      title: `Page ${n}`,
      passages: [text.slice(0, 90), { text: text.slice(90), generated: n % 3 === 0 }],
    };
  });
  const site = await openSite({ pages });
  const size = Number.POSITIVE_INFINITY;
  for (const { url, passages } of pages) {
    const text = passages.map((passage) => (typeof passage === "string" ? passage : passage.text)).join("\n");
    for (const word of text.split(/\s+/).slice(0, 8)) {
      if (!/[^_]/.test(word)) continue;
      const found = hitsOf(await answer(site, `"${word}"`, { size }));
      expect(
        found.map((hit) => hit.url),
        word,
      ).toContain(url);
    }
  }
  site.close();
});

test("every status and kind has its label", async () => {
  const statuses: Status[] = ["active", "draft", "archived"];
  const pages = statuses.flatMap((status) =>
    (["written", "auto"] as const).map((kind) => ({
      url: `${status}/${kind}/`,
      title: "x",
      status,
      kind,
      passages: ["word"],
    })),
  );
  const site = await openSite({ pages });
  for (const { url, status, kind } of hitsOf(await answer(site, "word", { drafts: true }))) {
    expect(url).toBe(`${status}/${kind}/`);
  }
  site.close();
});
