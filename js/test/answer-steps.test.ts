import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { answer } from "../src/query/answer.ts";
import type { Answer, Hit, SearchOptions } from "../src/types.ts";
import type { PageSpec } from "./support/database.ts";
import { openSite, watched } from "./support/engine.ts";

const PAGES: PageSpec[] = [
  {
    url: "pool/",
    title: "Pools",
    passages: [
      { anchor: "", title: "", text: "How connections are kept." },
      {
        anchor: "tool",
        title: "The tool",
        level: 2,
        text: "The tool\nWe use pgbouncer for the connections.",
      },
    ],
  },
  { url: "plan/", title: "Plan", status: "draft", passages: ["Replace pgbouncer one day."] },
  { url: "list/", title: "List", kind: "auto", passages: ["pgbouncer, haproxy"] },
  {
    url: "mixed/",
    title: "Mixed",
    wiki: "tech",
    passages: ["By hand.", { text: "pgbouncer listed", generated: true }],
  },
  { url: "policy/", title: "Policies", wiki: "tech", passages: ["What the policies say of proxies."] },
  { url: "cafe/", title: "Coffee", wiki: "tech", passages: ["Un café y configuração."] },
  ...Array.from({ length: 14 }, (_, n) => ({ url: `${n}/`, title: "Other", passages: ["the other page"] })),
];

let engine: Engine;

beforeAll(async () => {
  engine = await openSite({ pages: PAGES, wikis: ["help", "tech"], stems: { policies: ["polici"] } });
});

afterAll(() => engine.close());

const search = (query: string, options?: SearchOptions) => answer(engine, query, options);
const hitsOf = ({ groups }: Answer): Hit[] => groups.flatMap(({ hits }) => hits);
const marks = (hit: Hit | undefined) => hit?.excerpt.filter(({ mark }) => mark).map(({ text }) => text);

/** The answer's groups, such as `help written: pool/`. */
const outline = ({ groups }: Answer) =>
  groups.map(({ wiki, kind, hits }) => `${wiki} ${kind}: ${hits.map(({ url }) => url).join(" ")}`);

describe("a misspelled word", () => {
  test("is corrected, and the answer says so", async () => {
    const found = await search("pgbounser");
    expect(found).toMatchObject({ total: 3, hidden: 1, relaxed: false });
    expect(found.corrections).toEqual([{ from: "pgbounser", to: "pgbouncer" }]);
    expect(outline(found)).toEqual(["help written: pool/", "help auto: list/", "tech auto: mixed/"]);
  });

  test("shows and marks what was looked for in its place, in its section", async () => {
    const [hit] = hitsOf(await search("pgbounser"));
    expect(hit?.section).toEqual({ anchor: "tool", title: "The tool" });
    expect(marks(hit)).toEqual(["pgbouncer"]);
    expect(hit).not.toHaveProperty("missing");
  });

  test("is corrected beside words that are right, filters and what is left out", async () => {
    const found = await search("conections pgbouncer wiki:help -haproxy");
    expect(found.corrections).toEqual([{ from: "conections", to: "connections" }]);
    expect(outline(found)).toEqual(["help written: pool/"]);
    expect(outline(await search("pgbounser -haproxy kind:auto"))).toEqual(["tech auto: mixed/"]);
    expect(outline(await search("pgbounser", { wiki: "tech" }))).toEqual(["tech auto: mixed/"]);
    expect(outline(await search("pgbounser status:draft"))).toEqual(["help written: plan/"]);
  });

  test("is corrected while it is typed, as soon as it is long enough", async () => {
    const found = await search("pgbuo", { typing: true });
    expect(found.corrections).toEqual([{ from: "pgbuo", to: "pgbouncer" }]);
    expect(marks(hitsOf(found)[0])).toEqual(["pgbouncer"]);
    expect(await search("pgbuo")).toMatchObject({ total: 0, corrections: [] });
    expect(await search("pgb", { typing: true })).toMatchObject({ total: 3, corrections: [] });
  });

  test("is told as it was written, of a correction that is one of several", async () => {
    const found = await search("Conections OR pgbounser haprxy");
    expect(found.corrections).toEqual([
      { from: "Conections", to: "connections" },
      { from: "pgbounser", to: "pgbouncer" },
      { from: "haprxy", to: "haproxy" },
    ]);
    expect(outline(found)).toEqual(["help auto: list/"]);
  });

  test("with another accent needs no correction", async () => {
    expect(await search("cafè configuracao")).toMatchObject({ total: 1, corrections: [] });
    expect((await search("configuraçao configuracãoo")).corrections).toEqual([
      { from: "configuracãoo", to: "configuracao" },
    ]);
  });

  test("in quotation marks or held to a field is taken literally", async () => {
    for (const query of ['"pgbounser"', "title:pgbounser", "tag:pgbounser"]) {
      expect(await search(query)).toMatchObject({ total: 0, hidden: 0, corrections: [], relaxed: false });
    }
  });
});

describe("a word in another form", () => {
  test("is found by its family, or as a part of a longer one", async () => {
    expect((await search("policy")).corrections).toEqual([{ from: "policy", to: "policies" }]);
    expect((await search("bouncer")).corrections).toEqual([{ from: "bouncer", to: "pgbouncer" }]);
    expect(marks(hitsOf(await search("policy"))[0])).toEqual(["policies"]);
  });
});

describe("a search for more words than stand together", () => {
  test("finds pages with most of them, and says which are missing", async () => {
    const found = await search("policies haproxy");
    expect(found).toMatchObject({ total: 2, relaxed: true, corrections: [] });
    expect(hitsOf(found).map(({ url, missing }) => [url, missing])).toEqual([
      ["policy/", ["haproxy"]],
      ["list/", ["policies"]],
    ]);
  });

  test("of a whole sentence names only what tells something", async () => {
    const found = await search("what does the pgbouncer do for the café connections");
    expect(hitsOf(found)[0]).toMatchObject({ url: "pool/", missing: ["what", "does", "do", "café"] });
  });

  test("puts what matched in a generated block with the written page that it stands in", async () => {
    const found = await search("hand listed policies");
    expect(outline(found)).toEqual(["tech written: policy/ mixed/"]);
  });

  test("hides drafts and counts them as any other", async () => {
    const [found, all] = [await search("replace haproxy"), await search("replace haproxy", { drafts: true })];
    expect(found).toMatchObject({ total: 1, hidden: 1, relaxed: true });
    expect(all).toMatchObject({ total: 2, hidden: 0, relaxed: true });
  });

  test("keeps what is left out and what is quoted", async () => {
    expect(outline(await search("policies haproxy -list"))).toEqual(["tech written: policy/"]);
    expect(outline(await search('policies "haproxy"'))).toEqual(["help auto: list/"]);
    expect(await search('policies "no such phrase"')).toMatchObject({ total: 0, relaxed: false });
  });

  test("is sliced as any other", async () => {
    const first = await search("connections pgbouncer haproxy proxies", { size: 1, drafts: true });
    const second = await search("connections pgbouncer haproxy proxies", { size: 1, page: 2, drafts: true });
    expect(first.total).toBe(second.total);
    const [one, two] = [hitsOf(first), hitsOf(second)].map((hits) => hits.map(({ url }) => url));
    expect(one).toContain("pool/");
    expect(one?.filter((url) => two?.includes(url))).toEqual([]);
  });
});

describe("the later steps", () => {
  test("ask the engine for nothing where the words are found as they were typed", async () => {
    for (const query of [
      "pgbouncer",
      "the connections",
      '"use pgbouncer" -haproxy',
      "pgb*",
      "policies OR zebra",
    ]) {
      const { engine: asked, calls } = watched(engine);
      expect((await answer(asked, query)).total, query).toBeGreaterThan(0);
      expect(
        calls.filter((call) => call.startsWith("terms")),
        query,
      ).toEqual([]);
      expect(calls.length, query).toBeLessThan(10);
    }
  });

  test("find nothing where nothing is like what was asked for", async () => {
    expect(await search("zebra quagga okapi gnu")).toEqual({
      ...{ ok: true, query: "zebra quagga okapi gnu", total: 0, hidden: 0, relaxed: false, corrections: [] },
      groups: [],
    });
  });
});
