import { afterEach, describe, expect, test, vi } from "vitest";
import { answer } from "../src/query/answer.ts";
import type { Hit, SearchOptions } from "../src/types.ts";
import type { PageSpec, SiteSpec } from "./support/database.ts";
import { openSite } from "./support/engine.ts";

const TODAY = new Date("2026-06-30T12:00:00Z");

/** Pages that do not match: the words asked for are rare. */
const OTHERS: PageSpec[] = Array.from({ length: 12 }, (_, n) => ({
  ...{ url: `other/${n}/`, title: "Other", passages: ["nothing of it"] },
}));

/** The hits of a search, the best first. */
async function search(
  site: SiteSpec,
  query: string,
  options: SearchOptions = { today: TODAY },
): Promise<Hit[]> {
  const engine = await openSite({ ...site, pages: [...site.pages, ...OTHERS] });
  try {
    return (await answer(engine, query, options)).groups.flatMap(({ hits }) => hits);
  } finally {
    engine.close();
  }
}

const page = (url: string, others: Partial<PageSpec> = {}): PageSpec => ({
  ...{ url, title: "Page", passages: ["a word here"], ...others },
});

const urls = (hits: Hit[]) => hits.map(({ url }) => url);

afterEach(() => vi.useRealTimers());

describe("search.boost", () => {
  test("multiplies a page's score", async () => {
    const pages = [page("low/", { boost: 0.5 }), page("plain/"), page("high/", { boost: 2 })];
    const hits = await search({ pages }, "word");
    expect(urls(hits)).toEqual(["high/", "plain/", "low/"]);
    const [high = 0, plain = 0, low = 0] = hits.map(({ score }) => score);
    expect(high / plain).toBeCloseTo(2, 4);
    expect(low / plain).toBeCloseTo(0.5, 4);
  });

  test("holds in the later steps too", async () => {
    const pages = [page("plain/"), page("high/", { boost: 2 })];
    expect(urls(await search({ pages }, "wrod"))).toEqual(["high/", "plain/"]);
    expect(urls(await search({ pages }, "word here zebra quagga"))).toEqual(["high/", "plain/"]);
  });

  test("decides which wiki comes first where none is configured to", async () => {
    const pages = [page("a/", { wiki: "one" }), page("b/", { wiki: "two", boost: 2 })];
    const site = { pages, wikis: ["one", "two"] };
    expect(urls(await search(site, "word"))).toEqual(["a/", "b/"]);
    expect(urls(await search({ ...site, orderedWikis: false }, "word"))).toEqual(["b/", "a/"]);
  });
});

describe("a new page", () => {
  const dated = (modified: string) => page(`${modified}/`, { modified });

  test("goes before an older one that matches as well", async () => {
    const pages = ["2020-01-01", "2026-06-10", "2026-06-30", "2026-06-20"].map(dated);
    expect(urls(await search({ pages }, "word"))).toEqual([
      ...["2026-06-30/", "2026-06-20/", "2026-06-10/", "2020-01-01/"],
    ]);
  });

  test("is raised by a twentieth, less and less over the days that are configured", async () => {
    const pages = ["2026-06-30", "2026-06-25", "2026-06-20", "2026-06-19"].map(dated);
    const site = { pages: [...pages, page("undated/")], meta: { recency_days: 10 } };
    const hits = await search(site, "word");
    const plain = hits.find(({ url }) => url === "undated/")?.score ?? 0;
    const raised = Object.fromEntries(hits.map(({ url, score }) => [url, score / plain]));
    expect(raised["2026-06-30/"]).toBeCloseTo(1.05, 4);
    expect(raised["2026-06-25/"]).toBeCloseTo(1.025, 4);
    expect(raised["2026-06-20/"]).toBe(1);
    expect(raised["2026-06-19/"]).toBe(1);
  });

  test("dated tomorrow counts as one of today", async () => {
    const hits = await search({ pages: [dated("2026-06-30"), dated("2027-01-01")] }, "word");
    expect(new Set(hits.map(({ score }) => score)).size).toBe(1);
  });

  test("never goes before one that matches clearly better", async () => {
    const pages = [
      dated("2026-06-30"),
      page("title/", { title: "Word", modified: "2001-01-01" }),
      page("often/", { passages: ["a word here, word for word"] }),
    ];
    expect(urls(await search({ pages }, "word"))).toEqual(["title/", "often/", "2026-06-30/"]);
    const apart = [
      page("apart/", { passages: ["here is that which a word is"], modified: "2026-06-30" }),
      page("together/", { passages: ["this is a word, which is here"] }),
    ];
    expect(urls(await search({ pages: apart }, "word which"))).toEqual(["together/", "apart/"]);
  });

  test("is not raised where no days are configured, or no page has a date", async () => {
    const pages = [page("undated/"), dated("2026-06-30")];
    const off = await search({ pages, meta: { recency_days: 0 } }, "word");
    expect(urls(off)).toEqual(["undated/", "2026-06-30/"]);
    expect(new Set(off.map(({ score }) => score)).size).toBe(1);
    const undated = await search({ pages: [page("a/"), page("b/")] }, "word");
    expect(new Set(undated.map(({ score }) => score)).size).toBe(1);
  });

  test("is new as of today unless another day is given", async () => {
    const pages = [page("undated/"), dated("2026-06-30")];
    const order = async (now: string) => {
      vi.useFakeTimers({ now: new Date(now), toFake: ["Date"] });
      return urls(await search({ pages }, "word", {}));
    };
    expect(await order("2026-07-01")).toEqual(["2026-06-30/", "undated/"]);
    expect(await order("2026-09-01")).toEqual(["undated/", "2026-06-30/"]);
  });
});

describe("a score", () => {
  test("has no more decimals than decide anything", async () => {
    for (const { score } of await search({ pages: [page("a/", { boost: 1.234567891 })] }, "word")) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBe(Number(score.toFixed(9)));
    }
  });
});
