import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { answer } from "../src/query/answer.ts";
import type { Fragment, Hit } from "../src/types.ts";
import type { PageSpec, PassageSpec } from "./support/database.ts";
import { openSite } from "./support/engine.ts";

/** A passage under a heading, which is its first line. */
function section(title: string, text = "", level = 2): PassageSpec {
  const anchor = level === 1 ? "" : title.toLowerCase();
  return { anchor, title, level, text: text ? `${title}\n${text}` : title };
}

const FILLER = "nothing of interest stands here ".repeat(20);

const PAGES: PageSpec[] = [
  {
    url: "guide/",
    title: "The guide",
    trail: ["Help", "Guides"],
    passages: [
      section("The guide", "An introduction without it.", 1),
      section("Alpha", "The needle is mentioned once."),
      section("Beta", "A needle, a thread, and the needle again: needle and thread."),
      section("Gamma", "Thread and needle."),
      section("Delta", "Needle, needle, thread."),
      section("Omega", "Nothing."),
    ],
  },
  {
    url: "bare/",
    title: "Bare headings",
    passages: [
      section("Bare headings", "", 1),
      section("Haystack"),
      section("Inner", "The first text after three headings.", 3),
      section("Lonely"),
    ],
  },
  { url: "after/", title: "After", passages: ["The page after the lonely heading."] },
  {
    url: "long/",
    title: "Long",
    passages: [
      section("Start", FILLER),
      { anchor: "start", title: "Start", text: `${FILLER} deep ${FILLER}` },
      { anchor: "start", title: "Start", text: `deep ${FILLER} deep` },
      section("Other", "deep too"),
    ],
  },
  {
    url: "mixed/",
    title: "Mixed",
    passages: [
      section("Mixed", "Written by hand.", 1),
      { anchor: "api", title: "API", text: "fetchRows and other calls", generated: true },
      section("End", "parseRows by hand"),
    ],
  },
  {
    url: "tagged/",
    title: "Labelled",
    tags: ["sticker"],
    passages: [section("Labelled", "Its first words.", 1)],
  },
  { url: "alike/", title: "Alike", passages: ["A", "B", "C", "D", "E"].map((name) => section(name, "twin")) },
  { url: "top/", title: "Top", passages: ["A cafe without a heading."] },
];

let engine: Engine;

beforeAll(async () => {
  engine = await openSite({ pages: PAGES });
});

afterAll(() => engine.close());

async function find(query: string, url: string): Promise<Hit> {
  const { groups } = await answer(engine, query, { size: 100 });
  const hit = groups.flatMap(({ hits }) => hits).find((hit) => hit.url === url);
  if (!hit) throw new Error(`${query} does not find ${url}`);
  return hit;
}

const text = (excerpt: Fragment[]) => excerpt.map(({ text }) => text).join("");
const marks = (excerpt: Fragment[]) => excerpt.filter(({ mark }) => mark).map(({ text }) => text);

describe("a hit", () => {
  test("has the shape that is promised", async () => {
    const hit = await find("introduction", "guide/");
    expect(hit).toEqual({
      url: "guide/",
      title: "The guide",
      status: "active",
      kind: "written",
      trail: ["Help", "Guides"],
      section: { anchor: "", title: "The guide" },
      excerpt: [
        { text: "An ", mark: false },
        { text: "introduction", mark: true },
        { text: " without it.", mark: false },
      ],
      more: [],
      score: expect.any(Number),
    });
  });

  test("shows the section that answers best", async () => {
    const { section, excerpt } = await find("needle OR thread", "guide/");
    expect(section).toEqual({ anchor: "beta", title: "Beta" });
    expect(marks(excerpt)).toEqual(["needle", "thread", "needle", "needle", "thread"]);
    const sideBySide = await find("needle thread", "guide/");
    expect(sideBySide.section).toEqual({ anchor: "delta", title: "Delta" });
  });

  test("shows up to two further sections that match well, best first", async () => {
    const { more } = await find("needle OR thread", "guide/");
    expect(more.map(({ section }) => section.anchor)).toEqual(["delta", "gamma"]);
    for (const { excerpt } of more) expect(marks(excerpt).join(" ").toLowerCase()).toContain("needle");
  });

  test("shows the first of sections that match as well", async () => {
    const { section, more } = await find("twin", "alike/");
    expect([section, ...more.map(({ section }) => section)].map(({ anchor }) => anchor)).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  test("does not show further sections that hold little of what is asked", async () => {
    const { section, more } = await find('"thread and the needle" OR mentioned', "guide/");
    expect(section.anchor).toBe("beta");
    expect(more).toEqual([]);
  });

  test("shows a section once, however many passages of it match", async () => {
    const { section, more } = await find("deep", "long/");
    expect(section.anchor).toBe("start");
    expect(more.map(({ section }) => section.anchor)).toEqual(["other"]);
  });

  test("shows the passage of a long section that the words stand in", async () => {
    const { excerpt } = await find("deep", "long/");
    expect(marks(excerpt).length).toBeGreaterThan(0);
  });

  test("takes the page's title where no heading stands above", async () => {
    expect((await find("heading cafe", "top/")).section).toEqual({ anchor: "", title: "Top" });
  });
});

describe("an excerpt", () => {
  test("leaves the heading out, which is shown by itself", async () => {
    const { section, excerpt } = await find("gamma", "guide/");
    expect(section.anchor).toBe("gamma");
    expect(text(excerpt)).toBe("Thread and needle.");
  });

  test("is of the next passage with text where a passage is only its heading", async () => {
    expect(text((await find("haystack", "bare/")).excerpt)).toBe("The first text after three headings.");
    const { section, excerpt } = await find('"bare headings"', "bare/");
    expect(section.anchor).toBe("");
    expect(text(excerpt)).toBe("The first text after three headings.");
  });

  test("is empty where only headings follow in the page, not taken from the next page", async () => {
    const { section, excerpt } = await find("lonely", "bare/");
    expect(section.anchor).toBe("lonely");
    expect(excerpt).toEqual([]);
  });

  test("is of the page's first passage where only the title or a tag matches", async () => {
    for (const query of ["tag:sticker", "sticker", "title:labelled"]) {
      const { section, excerpt } = await find(query, "tagged/");
      expect(section).toEqual({ anchor: "", title: "Labelled" });
      expect(text(excerpt)).toBe("Its first words.");
    }
  });

  test("shows an identifier that matches by its parts, in written and generated text", async () => {
    const written = await find('"parse rows"', "mixed/");
    expect([written.kind, written.section.anchor, marks(written.excerpt)]).toEqual([
      "written",
      "end",
      ["parseRows"],
    ]);
    const generated = await find("fetch", "mixed/");
    expect([generated.kind, generated.section.anchor, marks(generated.excerpt)]).toEqual([
      "auto",
      "api",
      ["fetchRows"],
    ]);
  });

  test("marks a word that was asked for with an accent that stands on no page", async () => {
    const { excerpt } = await find("café", "top/");
    expect(marks(excerpt)).toEqual(["cafe"]);
  });

  test("marks a word that is still being typed", async () => {
    const { groups } = await answer(engine, "men", { typing: true });
    expect(groups[0]?.hits[0]).toMatchObject({ section: { anchor: "alpha" } });
    expect(marks(groups[0]?.hits[0]?.excerpt ?? [])).toEqual(["mentioned"]);
    const whole = await answer(engine, "men");
    expect(whole.corrections).toEqual([{ from: "men", to: "mentioned" }]);
  });
});

describe("the order of hits", () => {
  test("puts pages first that have the words side by side", async () => {
    const filler = "word ".repeat(30);
    const site = await openSite({
      pages: [
        { url: "apart/", title: "Page", passages: [`red ${filler} wine`] },
        { url: "together/", title: "Page", passages: [`red wine ${filler}`] },
      ],
    });
    const { groups } = await answer(site, "red wine");
    expect(groups[0]?.hits.map(({ url }) => url)).toEqual(["together/", "apart/"]);
    site.close();
  });

  test("is that of the pages where they score the same", async () => {
    const pages = ["b/", "a/", "c/"].map((url) => ({ url, title: "Same", passages: ["word"] }));
    const site = await openSite({ pages });
    const backwards: Engine = {
      info: () => site.info(),
      match: async (expression) => (await site.match(expression)).reverse(),
      broad: (prefixes) => site.broad(prefixes),
      occurrences: (terms, ids) => site.occurrences(terms, ids),
      pages: async (ids) => (await site.pages(ids)).reverse(),
      pageAt: (url) => site.pageAt(url),
      starts: (ids) => site.starts(ids),
      passages: (ids) => site.passages(ids),
      termsWithAll: (grams) => site.termsWithAll(grams),
      termsWithSome: (grams, atLeast) => site.termsWithSome(grams, atLeast),
      close: () => site.close(),
    };
    for (const engine of [site, backwards]) {
      const { groups } = await answer(engine, "word");
      expect(groups[0]?.hits.map(({ url }) => url)).toEqual(["b/", "a/", "c/"]);
    }
    site.close();
  });
});
