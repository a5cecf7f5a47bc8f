import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { toFts5 } from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { PHRASE_BONUS, plan } from "../src/query/plan.ts";
import { asOneWord, type Found, find, idf } from "../src/query/steps.ts";
import { openSite, watched } from "./support/engine.ts";

const TEXTS: Record<string, string> = {
  cellar: "red wine from the cellar",
  kitchen: "red glass of the kitchen",
  white: "white wine, pgbouncer",
  shelf: "wine stands on the shelf, red",
  bread: "bread and cheese",
  policies: "the policies of the house",
};
const NAMES = Object.keys(TEXTS);
const FILLERS = 22;

let engine: Engine;

beforeAll(async () => {
  const pages = Object.entries(TEXTS).map(([name, text]) => ({
    url: `${name}/`,
    title: "",
    passages: [text],
  }));
  const fillers = Array.from({ length: FILLERS }, (_, n) => ({
    url: `filler/${n}/`,
    title: "",
    passages: [`the filler of some length, ${"x".repeat((n % 5) + 1)}`],
  }));
  engine = await openSite({ pages: [...pages, ...fillers], stems: { policies: ["polici"] } });
});

afterAll(() => engine.close());

async function search(query: string, { typing = false, asked = engine } = {}): Promise<Found> {
  const wanted = plan(parse(query, typing), (await asked.info()).alphabet);
  if (!wanted) throw new Error(`${query} asks for nothing`);
  return find(asked, wanted);
}

const nameOf = (page: number) => NAMES[page - 1] ?? "filler";

/** The pages by name, the best first. */
function order({ scores }: Found): string[] {
  return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([page]) => nameOf(page));
}

/** What each page lacks, by name. */
function missing(found: Found): Record<string, string[]> {
  return Object.fromEntries([...found.missing].map(([page, words]) => [nameOf(page), words]));
}

async function callsOf(query: string): Promise<string[]> {
  const { engine: asked, calls } = watched(engine);
  await search(query, { asked });
  return calls;
}

describe("all words exactly", () => {
  test("find pages with all of them, the words side by side first", async () => {
    const found = await search("red wine");
    expect(order(found)).toEqual(["cellar", "shelf"]);
    expect(found).toMatchObject({ relaxed: false, corrections: [], missing: new Map() });
    expect(found.expression && toFts5(found.expression)).toBe('("red") AND ("wine")');
    expect(found.phrases.map(toFts5)).toContain('"red wine"');
  });

  test("score by BM25, and more where something lifts the page", async () => {
    const score = async (query: string) => {
      const matches = await engine.match({ op: "phrase", tokens: query.split(" "), prefix: false });
      return matches.find(({ page }) => page === 1)?.score ?? 0;
    };
    const { scores } = await search("red wine");
    const expected = (await score("red")) + (await score("wine")) + (await score("red wine")) + PHRASE_BONUS;
    expect(scores.get(1)).toBeCloseTo(expected, 9);
  });

  test("ask for nothing more where they find enough", async () => {
    expect(await callsOf("cheese")).toEqual(['match "cheese"']);
    expect(await callsOf("red wine")).toEqual([
      'match ("red") AND ("wine")',
      'match "red wine"',
      'match ({title} : "red") AND ({title} : "wine")',
    ]);
    expect(await callsOf('wine -white "red"')).toHaveLength(1);
    const sentence = await callsOf("the filler of some length");
    expect(sentence).toHaveLength(3);
    expect(sentence[0]).toBe('match ("the") AND ("filler") AND ("of") AND ("some") AND ("length")');
  });

  test("are not lifted where they find nothing", async () => {
    const { engine: asked, calls } = watched(engine);
    await search("--no-such-flag", { asked });
    expect(calls.filter((call) => call.includes("\ue02d"))).toEqual([]);
  });
});

describe("all words in other forms", () => {
  test("are looked for where no page has them as they were typed", async () => {
    const found = await search("red wien");
    expect(order(found)).toEqual(["cellar", "shelf"]);
    expect(found).toMatchObject({ relaxed: false, corrections: [{ from: "wien", to: "wine" }] });
    expect(found.expression && toFts5(found.expression)).toBe('("red") AND ("wine")');
    expect(found.phrases.map(toFts5)).toEqual(['"red"', '"wine"']);
  });

  test("by family, as a part, or misspelled, each said", async () => {
    expect((await search("policy house")).corrections).toEqual([{ from: "policy", to: "policies" }]);
    expect((await search("bouncer")).corrections).toEqual([{ from: "bouncer", to: "pgbouncer" }]);
    expect((await search("kitchne galss")).corrections).toEqual([
      { from: "kitchne", to: "kitchen" },
      { from: "galss", to: "glass" },
    ]);
  });

  test("leave out what is excluded", async () => {
    expect(order(await search("red wien -shelf"))).toEqual(["cellar"]);
    expect((await search("kitchne -red")).scores.size).toBe(0);
  });

  test("keep quoted phrases and fields as they were typed", async () => {
    expect(order(await search('"red wine" celar'))).toEqual(["cellar"]);
    expect((await search('"red wien"')).scores.size).toBe(0);
    expect((await search('"wien"')).corrections).toEqual([]);
    expect((await search("title:wien")).scores.size).toBe(0);
  });

  test("mend the word that is still being typed", async () => {
    const found = await search("red kitcehn", { typing: true });
    expect(order(found)).toEqual(["kitchen"]);
    expect(order(await search("red kicth", { typing: true }))).toEqual(["kitchen"]);
    expect((await search("kicth")).scores.size).toBe(0);
  });

  test("are each asked for once", async () => {
    const calls = (await callsOf("red wien wien red")).filter((call) => call.startsWith("match"));
    expect(calls).toEqual([...new Set(calls)]);
  });
});

describe("most of the words", () => {
  test("are enough where no page has all", async () => {
    const found = await search("glass pgbouncer");
    expect(order(found).sort()).toEqual(["kitchen", "white"]);
    expect(found).toMatchObject({ relaxed: true, expression: null, corrections: [] });
    expect(missing(found)).toEqual({ kitchen: ["pgbouncer"], white: ["glass"] });
  });

  test("find pages with more of them, and with rarer ones, first", async () => {
    const found = await search("red wine cellar glass bread");
    expect(order(found).slice(0, 3)).toEqual(["cellar", "kitchen", "shelf"]);
    expect(missing(found)).toMatchObject({
      cellar: ["glass", "bread"],
      kitchen: ["wine", "cellar", "bread"],
    });
  });

  test("find pages first that have neighbours side by side", async () => {
    const site = await openSite({
      pages: [
        { url: "apart/", title: "", passages: ["green blue tea, filler filler filler, red"] },
        { url: "pair/", title: "", passages: ["tea red green filler filler filler, blue"] },
        ...Array.from({ length: 9 }, (_, n) => ({ url: `${n}/`, title: "", passages: ["filler"] })),
      ],
    });
    const { scores } = await search("red green yellow tea", { asked: site });
    expect(scores.get(2)).toBeGreaterThan(scores.get(1) ?? Number.POSITIVE_INFINITY);
    site.close();
  });

  test("leave out pages that have few", async () => {
    const found = await search("red glass kitchen bread cheese");
    expect(order(found)).toContain("bread");
    expect(order(found)).not.toContain("cellar");
  });

  test("are not told by words that stand nearly everywhere", async () => {
    const found = await search("the bread of the cellar");
    expect(order(found)).not.toContain("filler");
    expect(missing(found)).toEqual({ cellar: ["bread"], bread: ["cellar"] });
    expect(found.phrases.map(toFts5)).toEqual(['"bread"', '"cellar"']);
  });

  test("take no account of words that stand on no page, but say that they are missing", async () => {
    const found = await search("bread zebra quagga okapi");
    expect(order(found)).toEqual(["bread"]);
    expect(missing(found)).toEqual({ bread: ["zebra", "quagga", "okapi"] });
  });

  test("leave out what is excluded", async () => {
    expect(order(await search("glass pgbouncer -kitchen"))).toEqual(["white"]);
    expect(order(await search("glass cheese pgbouncer -wine")).sort()).toEqual(["bread", "kitchen"]);
  });

  test("hold quoted phrases and fields, which are not to be done without", async () => {
    expect(order(await search('glass "white wine"'))).toEqual(["white"]);
    expect(order(await search('glass pgbouncer cheese "white wine"'))).toEqual(["white"]);
    expect((await search('glass bread "no such phrase"')).scores.size).toBe(0);
    expect((await search("glass bread title:wine")).scores.size).toBe(0);
  });

  test("are also looked for where a sentence finds few pages, which stay the first", async () => {
    const found = await search("the red wine from cellar");
    expect(found.relaxed).toBe(true);
    expect(order(found)[0]).toBe("cellar");
    expect(order(found)).toContain("shelf");
    expect(missing(found)).toMatchObject({ cellar: [] });
  });

  test("are not looked for where a sentence finds twenty pages", async () => {
    for (const [count, relaxed] of [
      [19, true],
      [20, false],
    ] as const) {
      const pages = Array.from({ length: 60 }, (_, n) => ({
        ...{
          url: `${n}/`,
          title: "",
          passages: [n < count ? "tea blue green red" : n < 25 ? "red tea" : "filler"],
        },
      }));
      const site = await openSite({ pages });
      const found = await search("red green blue tea", { asked: site });
      expect([found.scores.size, found.relaxed]).toEqual([relaxed ? 25 : 20, relaxed]);
      site.close();
    }
  });

  test("are not looked for where a short sentence stands as it was typed", async () => {
    const pages = ["red green blue tea", "tea blue green red"].map((text, n) => ({
      ...{ url: `${n}/`, title: "", passages: [text] },
    }));
    const { engine: site, calls } = watched(await openSite({ pages }));
    const found = await search("red green blue tea", { asked: site });
    expect([found.scores.size, found.verbatim, found.relaxed]).toEqual([2, true, false]);
    const relaxed = await search("green tea red blue", { asked: site });
    expect([relaxed.scores.size, relaxed.verbatim]).toEqual([2, false]);
    // The words stand together somewhere as they were typed, so that no other forms are looked for.
    expect(calls.filter((call) => call.startsWith("terms"))).toEqual([]);
    site.close();
  });

  test("also in other forms, but where there are many words none is mended lightly", async () => {
    const found = await search("glass bread pgbounser zebra");
    expect(found.corrections).toEqual([{ from: "pgbounser", to: "pgbouncer" }]);
    expect(order(found).sort()).toEqual(["bread", "kitchen", "white"]);
    expect((await search("glass bread wien zebra")).corrections).toEqual([]);
  });

  test("are none of a single word", async () => {
    expect((await search("zebra")).scores.size).toBe(0);
  });
});

test("nothing is found where no word is like any term", async () => {
  for (const query of ["zebra", "zebra quagga", "zebra quagga okapi gnu kudu", '"zebra" -wine']) {
    expect(await search(query)).toEqual({
      ...{
        scores: new Map(),
        phrases: [],
        expression: null,
        corrections: [],
        verbatim: false,
        relaxed: false,
        missing: new Map(),
      },
    });
  }
});

describe("forms as one word", () => {
  test("are as rare as all together, and the best of them counts", () => {
    const forms = [
      new Map([
        [1, 2],
        [2, 1],
      ]),
      new Map([[2, 3]]),
    ];
    const { scores, idf: rarity } = asOneWord(forms, 10);
    expect(rarity).toBe(idf(10, 2));
    expect([...scores.keys()]).toEqual([1, 2]);
    expect(scores.get(1)).toBe((2 / idf(10, 2)) * idf(10, 2));
    expect(scores.get(2)).toBe((3 / idf(10, 1)) * idf(10, 2));
  });

  test("of none are on no page", () => {
    expect(asOneWord([], 10)).toEqual({ scores: new Map(), idf: idf(10, 0) });
  });
});

describe("idf", () => {
  test("is FTS5's", async () => {
    const [match] = await engine.match({ op: "phrase", tokens: ["cheese"], prefix: false });
    const [other] = await engine.match({ op: "phrase", tokens: ["bread"], prefix: false });
    expect(match?.score).toBe(other?.score);
    expect(idf(4, 1)).toBeCloseTo(Math.log(3.5 / 1.5), 12);
  });

  test("of what stands on half of the pages or more is next to nothing, never less", () => {
    expect(idf(10, 5)).toBe(1e-6);
    expect(idf(10, 10)).toBe(1e-6);
    expect(idf(0, 0)).toBe(1e-6);
  });
});
