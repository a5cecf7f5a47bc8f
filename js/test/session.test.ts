import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { openReader } from "../src/engine/reader/reader.ts";
import type { Reply, Request } from "../src/messages.ts";
import { Session } from "../src/session.ts";
import type { Answer, Passages, SearchOptions } from "../src/types.ts";
import { type SiteSpec, writeDatabase } from "./support/database.ts";
import { watched } from "./support/engine.ts";
import { BASE, publish } from "./support/publish.ts";

const SITE: SiteSpec = {
  wikis: ["help", "tech"],
  pages: Array.from({ length: 30 }, (_, n) => ({
    url: `${n}/`,
    title: `Page ${n}`,
    wiki: n % 2 ? "tech" : "help",
    status: n === 5 ? "draft" : "active",
    passages: [
      { text: "something else" },
      { text: `Apples\napple number ${n}`, title: "Apples", anchor: "apples", level: 2 },
    ],
  })),
};

let engine: Engine;
let calls: string[];
let fetched: string[];
let session: Session;
let replies: Map<number, Reply>;

beforeEach(async () => {
  const { chunks, transport } = publish(await writeDatabase(SITE));
  await chunks.loadFirst("reader");
  ({ engine, calls } = watched(await openReader(chunks)));
  fetched = transport.fetched;
  replies = new Map();
  session = new Session(
    async () => ({ engine }),
    (reply) => replies.set(reply.id, reply),
  );
  await session.handle({ method: "open", id: 0, base: BASE.href, engine: "auto" });
});

let next = 1;

async function ask<T>(request: Omit<Extract<Request, { query: string }>, "id">): Promise<T> {
  const id = next++;
  calls.length = 0;
  await session.handle({ ...request, id } as Request);
  const reply = replies.get(id);
  if (!reply?.ok) throw new Error(JSON.stringify(reply));
  return reply.answer as T;
}

const search = (query: string, options: SearchOptions = {}) =>
  ask<Answer>({ method: "search", query, options });
const excerpts = (query: string, urls: string[], options: SearchOptions = {}) =>
  ask<(Passages | null)[]>({ method: "excerpts", query, urls, options } as never);
const hitsOf = ({ groups }: Answer) => groups.flatMap(({ hits }) => hits);

describe("a search without excerpts", () => {
  test("gives the same hits at the top of their pages, and reads no text", async () => {
    const quick = await search("apple", { excerpts: false });
    expect(calls).not.toContain("passages");
    expect(calls).not.toContain("starts");
    const whole = await search("apple");
    const bare = hitsOf(whole).map((hit) => ({
      ...hit,
      section: { anchor: "", title: hit.title },
      excerpt: [],
      more: [],
    }));
    expect(hitsOf(quick)).toEqual(bare);
    expect({ ...quick, groups: [] }).toEqual({ ...whole, groups: [] });
    expect(hitsOf(whole)[0]?.section).toEqual({ anchor: "apples", title: "Apples" });
  });

  test("gets them later by URL, in the order asked for", async () => {
    const urls = hitsOf(await search("apple", { excerpts: false })).map(({ url }) => url);
    const texts = await excerpts("apple", [...urls].reverse());
    expect(calls.filter((call) => /^match|^pages/.test(call))).toEqual([]);
    const whole = new Map(hitsOf(await search("apple")).map((hit) => [hit.url, hit]));
    expect(texts).toEqual(
      [...urls].reverse().map((url) => {
        const hit = whole.get(url);
        return { section: hit?.section, excerpt: hit?.excerpt, more: hit?.more };
      }),
    );
  });

  test("gets them from a session that has not been asked before, or that has forgotten", async () => {
    const [first] = await excerpts("apple", ["0/"]);
    expect(first?.section.anchor).toBe("apples");
    // The second slice of the group.
    const options = { page: 2, size: 5 };
    const [hit] = hitsOf(await search("apple", options));
    for (let n = 0; n < 8; n++) await search(`other${n}`);
    const [text] = await excerpts("apple", [hit?.url ?? ""], options);
    expect(text).toEqual({ section: hit?.section, excerpt: hit?.excerpt, more: hit?.more });
  });

  test("has none for a page that is no hit", async () => {
    expect(await excerpts("apple", ["0/", "nowhere/"])).toEqual([expect.anything(), null]);
  });
});

describe("what was found", () => {
  test("is kept: the same search again asks nothing, whatever part of it is wanted", async () => {
    await search("apple");
    await search("apple");
    expect(calls).toEqual([]);
    await search("apple", { wiki: "tech", size: 1 });
    expect(calls).toEqual([]);
    await search("apple", { today: new Date("2020-01-01") });
    expect(calls).toEqual([]);
  });

  test("is kept: a further slice and drafts read their own pages alone", async () => {
    await search("apple", { excerpts: false });
    await search("apple", { excerpts: false, page: 2 });
    expect(calls).toEqual(["pages"]);
    const answer = await search("apple", { excerpts: false, drafts: true, size: 100 });
    expect(calls).toEqual(["pages"]);
    expect(answer.total).toBe(30);
  });

  test("is kept for the last eight queries", async () => {
    await search("apple");
    for (let n = 0; n < 7; n++) await search(`other${n}`);
    await search("apple");
    expect(calls).toEqual([]);
    for (let n = 0; n < 8; n++) await search(`other${n}`);
    await search("apple");
    expect(calls).not.toEqual([]);
  });

  test("is another for a word that is still being typed", async () => {
    expect((await search("appl", { typing: true })).total).toBe(29);
    expect((await search("appl")).corrections).toEqual([{ from: "appl", to: "apple" }]);
  });

  test("is not kept where something failed", async () => {
    const { match } = engine;
    engine.match = () => Promise.reject(new Error("lost"));
    await expect(search("apple")).rejects.toThrow("lost");
    engine.match = match;
    expect((await search("apple")).total).toBe(29);
  });
});

describe("a search that is given up", () => {
  /** Lets the session run until it waits for nothing but the given call. */
  const begun = (name: keyof Engine) => {
    let go = () => {};
    const original = engine[name] as (...values: unknown[]) => Promise<unknown>;
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const asked = new Promise<void>((resolve) => {
      engine[name] = (async (...values: unknown[]) => {
        resolve();
        await held;
        return original(...values);
      }) as never;
    });
    return { asked, go };
  };

  test.each(["match", "starts"] as const)("asks for nothing after %s", async (name) => {
    const { asked, go } = begun(name);
    const older = session.handle({ method: "search", id: 1, query: "apple", options: {} });
    await asked;
    await session.handle({ method: "cancel", id: 1 });
    calls.length = 0;
    go();
    await older;
    expect(replies.get(1)).toMatchObject({ ok: false, code: "aborted" });
    // The call that was on its way is the last.
    expect(calls.filter((call) => !call.startsWith(name))).toEqual([]);
  });

  test("sends no further requests but those of the step that it was at", async () => {
    const older = session.handle({ method: "search", id: 1, query: "apple", options: {} });
    await vi.waitFor(() => expect(fetched.length).toBeGreaterThan(1));
    await session.handle({ method: "cancel", id: 1 });
    await older;
    const stopped = fetched.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(fetched).toHaveLength(stopped);
    await search("apple");
    expect(fetched.length, "what was left to read").toBeGreaterThan(stopped + 5);
  });

  test("leaves the next one its answer", async () => {
    const { asked, go } = begun("match");
    const older = session.handle({ method: "search", id: 1, query: "apple", options: {} });
    await asked;
    await session.handle({ method: "cancel", id: 1 });
    go();
    await older;
    expect((await search("apple")).total).toBe(29);
  });
});
