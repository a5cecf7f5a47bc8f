import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encode } from "../src/engine/reader/bytes.ts";
import { markOf } from "../src/engine/reader/segments.ts";
import type { Column, Expression, Phrase } from "../src/query/expression.ts";
import { type Both, openBoth } from "./support/agreement.ts";
import { type PageSpec, type SiteSpec, writeDatabase } from "./support/database.ts";
import { joinHeads } from "./support/heads.ts";
import { Random } from "./support/random.ts";
import { openDatabase } from "./support/sqlite.ts";

const phrase = (text: string, columns?: Column[]): Phrase => {
  const prefix = text.endsWith("*");
  const tokens = (prefix ? text.slice(0, -1) : text).split(" ");
  return { op: "phrase", tokens, prefix, ...(columns && { columns }) };
};
const and = (...args: Expression[]): Expression => ({ op: "and", args });
const or = (...args: Expression[]): Expression => ({ op: "or", args });
const not = (keep: Expression, drop: Expression): Expression => ({ op: "not", keep, drop });

async function withSite(site: SiteSpec, check: (both: Both) => Promise<void>): Promise<void> {
  const { both } = await openBoth(await writeDatabase(site));
  try {
    await check(both);
  } finally {
    both.close();
  }
}

describe("the reader agrees with sql.js", () => {
  let both: Both;

  beforeAll(async () => {
    const site: SiteSpec = {
      wikis: ["zoo", "art"],
      orderedWikis: false,
      pages: [
        {
          ...{ url: "a/", title: "Ant and bee", tags: ["bee", "honey bee"], trail: ["Zoo", "Insects"] },
          passages: ["ant bee ant bee cat", { text: "Bees\nbee beetle", title: "Bees", level: 2 }],
        },
        { url: "b/", title: "Bee", wiki: "art", status: "draft", passages: ["one bee sting, readBeeFile"] },
        { url: "c/", title: "", passages: [] },
        {
          ...{ url: "d/", title: "日本語", modified: "2026-01-02", boost: 2 },
          passages: ["ant", { text: "cat bee generatedBee", generated: true }, "x".repeat(40_000)],
        },
        { url: "e/", title: "Empty", kind: "auto", passages: ["", "Ä ö ﬁ é й カ ガ"] },
        ...Array.from({ length: 9 }, (_, n) => ({ url: `${n}/`, title: "Other", passages: ["filler"] })),
      ],
      stems: { bees: ["bee"], bee: ["bee"] },
    };
    ({ both } = await openBoth(await writeDatabase(site)));
  });

  afterAll(() => both.close());

  test.each<[string, Expression, number]>([
    ["a word", phrase("bee"), 3],
    ["a word that stands nowhere", phrase("wasp"), 0],
    ["the common word", phrase("filler"), 9],
    ["a prefix", phrase("be*"), 3],
    ["a prefix that is no word", phrase("beet*"), 1],
    ["a prefix of nearly all words", phrase("o*"), 11],
    ["a phrase", phrase("ant bee"), 1],
    ["a phrase whose last word goes on", phrase("ant be*"), 1],
    ["a phrase of one word twice", phrase("bee bee"), 0],
    ["a phrase over two columns", phrase("bee ant"), 1],
    ["a column", phrase("bee", ["title"]), 2],
    ["several columns", phrase("bee", ["tags", "generated"]), 2],
    ["a phrase in a column", phrase("honey b*", ["tags"]), 1],
    ["an identifier's part", phrase("bee file", ["parts", "generated"]), 1],
    ["all words", and(phrase("ant"), phrase("bee"), phrase("cat")), 2],
    ["either word", or(phrase("sting"), phrase("beetle"), phrase("wasp")), 2],
    ["alternatives that hold in part", or(and(phrase("ant"), phrase("sting")), phrase("bee")), 3],
    ["a word without another", not(phrase("bee"), phrase("sting")), 2],
    ["a word without alternatives", not(phrase("bee"), or(phrase("sting"), phrase("beetle"))), 1],
    ["a word without itself", not(phrase("bee"), phrase("bee")), 0],
    ["a word twice", and(phrase("bee"), phrase("bee")), 3],
    ["letters that fold", and(phrase("a"), phrase("o"), phrase("fi"), phrase("e"), phrase("й")), 1],
    ["CJK characters as a phrase", phrase("日 本 語"), 1],
  ])("on %s", async (_name, expression, pages) => {
    expect(await both.places(expression)).toBe(pages);
  });

  test("on a word that FTS5 cut", async () => {
    expect(await both.match(phrase("x".repeat(40_000)))).toHaveLength(1);
  });

  test("on what holds for the whole index", async () => {
    expect((await both.info()).pageCount).toBe(14);
  });

  test("on pages, their passages and where these start", async () => {
    await both.rows([4, 1, 5, 3]);
    await both.rows([99]);
    await both.rows([]);
    expect(await both.pageAt("d/")).toMatchObject({ id: 4, title: "日本語" });
    expect(await both.pageAt("nowhere/")).toBeUndefined();
  });

  test("on places of pages that were not found, or asked for twice", async () => {
    await both.occurrences([{ token: "be", prefix: true }], [1, 1, 3, 99]);
    await both.occurrences([], [1]);
    await both.occurrences([{ token: "bee", prefix: false }], []);
  });

  test("on terms by trigrams and stems", async () => {
    expect(await both.terms(["bee"])).toBe(5);
    expect(await both.terms(["\ue100be", "bee", "ee\ue101"])).toBe(1);
    expect(await both.terms(["\ue102bee"])).toBe(2);
    expect(await both.terms(["bee", "xyz"])).toBe(0);
  });

  test("and says the same of another version's index", async () => {
    await expect(openBoth(await writeDatabase({ pages: [], meta: { schema: 2 } }))).rejects.toMatchObject({
      code: "format",
      message: "the index has schema 2, this program reads 1",
    });
  });

  test("on rows just as long as fits into a page, and numbers of all sizes", async () => {
    const passages = Array.from({ length: 130 }, (_, n) => `${"é".repeat(n % 2)}${"x".repeat(380 + n)}`);
    for (const recency_days of [-1, -300, -40_000, -9_000_000, -(2 ** 40), 2 ** 47, 2 ** 50, 0.5]) {
      const site = { pages: [{ url: "a/", title: "A", passages }], pageSize: 512, meta: { recency_days } };
      await withSite(site, async (both) => {
        await both.info();
        await both.rows([1]);
      });
    }
  });

  test("on a site without pages", async () => {
    await withSite({ pages: [] }, async (both) => {
      expect(await both.places(phrase("bee"))).toBe(0);
      expect(await both.terms(["bee"])).toBe(0);
      await both.rows([1]);
    });
  });
});

/** Words of which some stand on every page, some many times, and most on few. */
function crowd(pages: number, most: number): PageSpec[] {
  const random = new Random(3);
  return Array.from({ length: pages }, (_, n) => ({
    url: `${n}/`,
    title: `common t${random.below(9)}`,
    passages: Array.from({ length: 1 + random.below(4) }, () => ({
      text: Array.from({ length: random.below(most) }, () =>
        random.below(3) ? `w${random.below(600)}` : random.pick(["common", "common", "rare7", "comma"]),
      ).join(" "),
      generated: !random.below(4),
    })),
  }));
}

describe("the reader agrees with sql.js, however the index is stored:", () => {
  const searches: Expression[] = [
    ...["common", "w1", "w59", "w5*", "w*", "c*", "common common", "common w1*", "w1 w2", "x*"].map((text) =>
      phrase(text),
    ),
    not(and(phrase("common"), phrase("w12")), phrase("rare7", ["body"])),
    or(phrase("w1", ["generated"]), phrase("w2 common")),
  ];
  const whole = async (both: Both) => {
    let found = 0;
    for (const search of searches) found += await both.places(search);
    expect(found).toBeGreaterThan(0);
    await both.rows([1, 2, 17, 40]);
    expect(await both.terms(["com", "omm"])).toBeGreaterThan(0);
  };

  test.each([512, 1024, 4096, 8192, 65_536])("pages of %i bytes", async (pageSize) => {
    await withSite({ pages: crowd(40, 50), pageSize }, whole);
  });

  test.each([512, 4096])("several segments, in pages of %i bytes in any order", async (pageSize) => {
    await withSite({ pages: crowd(40, 50), pageSize, tidy: false }, whole);
  });

  test.each([1, 8, 30])("counts of terms on %i pages or more", async (frequent) => {
    await withSite({ pages: crowd(40, 50), frequent }, whole);
    await withSite({ pages: crowd(40, 50), frequent, pageSize: 512, pgsz: 32 }, whole);
    const pages = [...crowd(20, 30), { url: "long/", title: "long", passages: ["common w1 ".repeat(8_000)] }];
    await withSite({ pages, frequent, pageSize: 512 }, whole);
  });

  test("terms whose counts are gone", async () => {
    const database = await openDatabase(await writeDatabase({ pages: crowd(40, 50), frequent: 1 }));
    database.run("DELETE FROM frequent");
    const { both } = await openBoth(database.export());
    database.close();
    await whole(both);
    both.close();
  });

  test("counts of a term that fills a leaf by itself", async () => {
    const long = "x".repeat(300);
    const pages = crowd(40, 5).map((page) => ({ ...page, title: `${long} common ${long}` }));
    await withSite({ pages, frequent: 1, pgsz: 32 }, async (both) => {
      expect(await both.places(phrase(`${long} common`))).toBe(40);
      expect(await both.places(phrase(`common ${long}`, ["title"]))).toBe(40);
    });
  });

  test("FTS5's pages on overflow pages", async () => {
    await withSite({ pages: crowd(40, 50), pageSize: 512, pgsz: 4050 }, whole);
    await withSite({ pages: crowd(40, 50), pageSize: 512, pgsz: 4050, tidy: false }, whole);
  });

  test("many of FTS5's pages on one page", async () => {
    await withSite({ pages: crowd(40, 50), pageSize: 65_536, pgsz: 64 }, whole);
  });

  test("postings and positions that go over many leaves", async () => {
    const pages = [...crowd(20, 30), { url: "long/", title: "long", passages: ["common w1 ".repeat(8_000)] }];
    await withSite({ pages, pageSize: 512 }, whole);
    await withSite({ pages, pageSize: 512, pgsz: 32 }, whole);
    await withSite({ pages, pageSize: 1024, tidy: false }, whole);
  });

  test("chunks smaller and larger than pages, and a first pack of any part", async () => {
    const bytes = await writeDatabase({ pages: crowd(30, 40), pageSize: 2048 });
    for (const chunk of [512, 2048, 10_000, 1_000_000]) {
      const { both, transport } = await openBoth(bytes, {
        ranges: [{ start: 0, end: bytes.length, chunk }],
        first: [[0, 3000]],
      });
      await whole(both);
      expect(transport.fetchedSync).toEqual([]);
      both.close();
    }
  });

  test("rows that were deleted, and written anew", async () => {
    const pages = ["common alpha beta", "common alpha", "common gamma delta", "filler"];
    const database = await openDatabase(
      await writeDatabase({
        pages: pages.map((text, n) => ({ url: `${n}/`, title: "T", passages: [text] })),
        tidy: false,
      }),
    );
    const row = (n: number, body = pages[n - 1] as string) => [n, "T", "", "", body, "", ""];
    const columns = "rowid, title, headings, tags, body, generated, parts";
    const remove = `INSERT INTO page_fts(page_fts, ${columns}) VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)`;
    database.run(remove, row(1));
    database.run(remove, row(2));
    database.run(
      `INSERT INTO page_fts(${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row(2, "alpha zeta common common"),
    );
    database.run("BEGIN");
    database.run(remove, row(3));
    database.run(
      `INSERT INTO page_fts(${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
      row(3, "delta common deltoid"),
    );
    database.run("COMMIT");
    database.run(
      "INSERT INTO term_fts(term_fts, rowid, grams) SELECT 'delete', id, ? FROM term WHERE term = 'beta'",
      ["\ue100be bet eta ta\ue101"],
    );
    const { both } = await openBoth(database.export());
    database.close();
    expect(await both.terms(["bet"])).toBe(0);
    const counts = [];
    for (const text of ["common", "alpha", "beta", "gamma", "delt*", "d*", "common alpha"])
      counts.push(await both.places(phrase(text)));
    expect(counts).toEqual([2, 1, 0, 0, 1, 1, 0]);
    both.close();
  });
});

test("postings that go on on the next leaf are fetched at once where that is told", async () => {
  const pages = Array.from({ length: 200 }, (_, n) => ({
    ...{ url: `${n}/`, title: "", passages: [`aa common ${n % 2 ? "common ".repeat(20) : ""} zz`] },
  }));
  const rounds = async (marks: Uint8Array) => {
    const { both, transport } = await openBoth(await writeDatabase({ pages, marks }));
    await both.reader.match(phrase("zz")); // loads what leads to the leaves
    const before = transport.fetched.length;
    const asked = both.reader.match(phrase("common"));
    for (let n = 0; n < 99; n++) await null; // no answer has come yet
    const atOnce = transport.fetched.length - before;
    expect(await asked).toHaveLength(200);
    both.close();
    return [atOnce, transport.fetched.length - before];
  };
  const [atOnce, all] = await rounds(new Uint8Array());
  expect(atOnce).toBeLessThan(all as number);
  const marks = new Uint8Array(9).fill(markOf(encode("0common")));
  expect(await rounds(marks)).toEqual([all, all]);
});

test("heads that come together with the first pack are not fetched again", async () => {
  const bytes = await writeDatabase({ pages: crowd(40, 50) });
  const { both, transport } = await openBoth(bytes, { heads: await joinHeads(bytes) });
  const before = transport.fetched.length;
  const pages = [40, 1, 17, 16, 41];
  expect((await both.reader.pages(pages)).map(({ id }) => id)).toEqual([1, 16, 17, 40]);
  expect(new Set((await both.reader.starts(pages)).map(({ page }) => page))).toEqual(
    new Set([1, 16, 17, 40]),
  );
  const [last] = await both.reader.pages([40]);
  expect(await both.reader.pageAt(last?.url ?? "")).toEqual(last);
  expect(await both.reader.pageAt("nowhere/")).toBeUndefined();
  expect(transport.fetched.length).toBe(before);
  await both.rows(pages);
  both.close();
});

test("the reader never waits for a request, and reads nothing twice", async () => {
  const { both, transport } = await openBoth(await writeDatabase({ pages: crowd(40, 50) }));
  for (const text of ["common", "w5*", "w1 w2"]) await both.places(phrase(text));
  await both.rows([1, 2, 3]);
  const { fetched, fetchedSync } = transport;
  expect(fetchedSync).toEqual([]);
  expect(new Set(fetched).size).toBe(fetched.length);
  both.close();
});
