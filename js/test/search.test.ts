import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSearch, SearchError } from "../src/search.ts";
import { emptyAnswer, FakeWorker } from "./support/fake-worker.ts";

const BASE = "https://example.org/docs/fts/";

beforeEach(() => {
  FakeWorker.started = [];
  vi.stubGlobal("Worker", FakeWorker);
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { baseURI: "https://example.org/docs/guide/" }));
});

afterEach(() => vi.unstubAllGlobals());

/** Lets promises that are already settled run on. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** A search whose index is open, and its worker. */
async function opened() {
  const search = createSearch({ base: BASE });
  const warm = search.warm();
  FakeWorker.last.opened();
  await warm;
  return { search, worker: FakeWorker.last };
}

describe("the worker", () => {
  test("is not started before it is needed, and only once", async () => {
    const search = createSearch({ base: BASE });
    expect(FakeWorker.started).toHaveLength(0);
    const calls = [search.warm(), search.warm(), search.search("one")];
    FakeWorker.last.opened();
    FakeWorker.last.answer("one");
    await Promise.all(calls);
    expect(FakeWorker.started).toHaveLength(1);
    expect(FakeWorker.last.received.filter(({ method }) => method === "open")).toHaveLength(1);
  });

  test.each([
    [BASE, BASE],
    ["https://example.org/docs/fts", BASE],
    ["../fts", BASE],
    [new URL(BASE), BASE],
  ])("comes from the index' folder: %s", (base, folder) => {
    void createSearch({ base }).warm();
    expect(FakeWorker.last.url.href).toBe(`${folder}worker.js`);
    expect(FakeWorker.last.received).toEqual([{ method: "open", id: 1, base: folder, engine: "auto" }]);
  });

  test("gets the query and its options, without the signal", () => {
    const { signal } = new AbortController();
    void createSearch({ base: BASE }).search("one", { drafts: true, size: 5, signal });
    expect(FakeWorker.last.received.at(-1)).toEqual({
      ...{ method: "search", id: FakeWorker.last.idOf("one"), query: "one" },
      options: { drafts: true, size: 5 },
    });
  });
});

describe("answers", () => {
  test("reach the search they belong to, in whatever order they come", async () => {
    const { search, worker } = await opened();
    const [one, two] = [search.search("one"), search.search("two")];
    worker.answer("two");
    worker.answer("one");
    expect(await one).toEqual(emptyAnswer("one"));
    expect(await two).toEqual(emptyAnswer("two"));
  });

  test("that come twice or to nobody are dropped", async () => {
    const { search, worker } = await opened();
    const one = search.search("one");
    worker.reply({ id: 99, ok: true, answer: emptyAnswer("nobody") });
    worker.reply({ id: 99, ok: false, code: "engine", message: "nobody" });
    worker.answer("one");
    worker.fail("engine", "one");
    expect(await one).toEqual(emptyAnswer("one"));
    expect(worker.terminated).toBe(false);
  });
});

describe("giving a search up", () => {
  test("rejects at once, tells the worker, and drops the stale answer", async () => {
    const { search, worker } = await opened();
    const controller = new AbortController();
    const stale = search.search("stale", { signal: controller.signal });
    const fresh = search.search("fresh");
    controller.abort();
    await expect(stale).rejects.toMatchObject({ name: "SearchError", code: "aborted" });
    expect(worker.received.at(-1)).toEqual({ method: "cancel", id: worker.idOf("stale") });
    worker.answer("stale");
    worker.answer("fresh");
    expect((await fresh).query).toBe("fresh");
    expect(worker.terminated).toBe(false);
  });

  test("beforehand asks nothing of anybody", async () => {
    const search = createSearch({ base: BASE });
    await expect(search.search("one", { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "aborted",
    });
    expect(FakeWorker.started).toHaveLength(0);
  });

  test("after the answer changes nothing", async () => {
    const { search, worker } = await opened();
    const controller = new AbortController();
    const one = search.search("one", { signal: controller.signal });
    worker.answer("one");
    await one;
    const before = worker.received.length;
    controller.abort();
    expect(worker.received).toHaveLength(before);
  });
});

describe("a failure that the worker may not survive", () => {
  test.each(["damaged", "format", "engine"] as const)("ends it for all who wait: %s", async (code) => {
    const { search, worker } = await opened();
    const calls = [search.search("one"), search.search("two")];
    worker.fail(code, "one");
    for (const call of calls) await expect(call).rejects.toMatchObject({ name: "SearchError", code });
    expect(worker.terminated).toBe(true);
    const next = search.search("three");
    expect(FakeWorker.started).toHaveLength(2);
    FakeWorker.last.answer("three");
    expect((await next).query).toBe("three");
  });

  test("may come while it is opened; the next call starts anew", async () => {
    const search = createSearch({ base: BASE });
    const warm = search.warm();
    const one = search.search("one");
    FakeWorker.last.fail("format");
    await expect(warm).rejects.toMatchObject({ code: "format", message: "failed: format" });
    await expect(one).rejects.toMatchObject({ code: "format" });
    const again = search.warm();
    FakeWorker.last.opened();
    await again;
    expect(FakeWorker.started.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  test("may come from its script", async () => {
    for (const [message, code] of [
      [undefined, "network"],
      ["Uncaught RangeError", "engine"],
    ] as const) {
      const search = createSearch({ base: BASE });
      const warm = search.warm();
      FakeWorker.last.onerror?.({ ...(message && { message }), preventDefault() {} });
      await expect(warm).rejects.toMatchObject({ name: "SearchError", code });
      expect(FakeWorker.last.terminated).toBe(true);
    }
  });

  test("may be a content security policy, which is told apart from a script that is not there", async () => {
    const violate = (blockedURI: string) =>
      document.dispatchEvent(Object.assign(new Event("securitypolicyviolation"), { blockedURI }));
    for (const [blocked, code] of [
      ["https://example.org/other.js", "network"],
      [`${BASE}worker.js`, "engine"],
    ] as const) {
      const warm = createSearch({ base: BASE }).warm();
      violate(blocked);
      FakeWorker.last.onerror?.({ preventDefault() {} });
      await expect(warm).rejects.toMatchObject({ code });
    }
  });

  test("may be that there are no workers", async () => {
    vi.stubGlobal("Worker", undefined);
    const search = createSearch({ base: BASE });
    await expect(search.warm()).rejects.toMatchObject({ name: "SearchError", code: "engine" });
    await expect(search.search("one")).rejects.toMatchObject({ code: "engine" });
  });

  test("is nobody's unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    const one = createSearch({ base: BASE }).search("one");
    FakeWorker.last.fail("damaged");
    await expect(one).rejects.toBeInstanceOf(SearchError);
    await settle();
    process.off("unhandledRejection", unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe("a file that is gone from an open index", () => {
  test("is looked for once more, in the index that may have taken its place", async () => {
    const { search, worker } = await opened();
    const calls = [search.search("one", { drafts: true }), search.search("two")];
    worker.fail("network", "one");
    await settle();
    expect(FakeWorker.started, "one new worker for both").toHaveLength(2);
    const fresh = FakeWorker.last;
    expect(fresh.received.at(-2)).toMatchObject({ query: "one", options: { drafts: true } });
    fresh.opened();
    fresh.answer("one");
    fresh.answer("two");
    expect((await Promise.all(calls)).map(({ query }) => query)).toEqual(["one", "two"]);
  });

  test("is not looked for a third time", async () => {
    const { search, worker } = await opened();
    const one = search.search("one");
    worker.fail("network", "one");
    await settle();
    FakeWorker.last.opened();
    await settle();
    FakeWorker.last.fail("network", "one");
    await expect(one).rejects.toMatchObject({ code: "network" });
    expect(FakeWorker.started).toHaveLength(2);
  });

  test("is given up with the search", async () => {
    const { search, worker } = await opened();
    const controller = new AbortController();
    const one = search.search("one", { signal: controller.signal });
    worker.fail("network", "one");
    await settle();
    controller.abort();
    await expect(one).rejects.toMatchObject({ code: "aborted" });
    expect(FakeWorker.last.received.at(-1)).toMatchObject({ method: "cancel" });
  });

  test("is not looked for again where the search was given up meanwhile", async () => {
    const { search, worker } = await opened();
    const controller = new AbortController();
    const one = search.search("one", { signal: controller.signal });
    worker.fail("network", "one");
    controller.abort();
    await expect(one).rejects.toMatchObject({ code: "aborted" });
    expect(FakeWorker.started).toHaveLength(1);
  });

  test("is not looked for again where the index never opened", async () => {
    const one = createSearch({ base: BASE }).search("one");
    FakeWorker.last.fail("network");
    await expect(one).rejects.toMatchObject({ code: "network" });
    expect(FakeWorker.started).toHaveLength(1);
  });
});

describe("close", () => {
  test("ends the worker and whoever waits, for good", async () => {
    const { search, worker } = await opened();
    const one = search.search("one");
    search.close();
    await expect(one).rejects.toMatchObject({ code: "aborted" });
    expect(worker.terminated).toBe(true);
    await expect(search.search("two")).rejects.toMatchObject({ code: "aborted" });
    await expect(search.warm()).rejects.toMatchObject({ code: "aborted" });
    expect(FakeWorker.started).toHaveLength(1);
  });

  test("may be called twice, and before anything was started", () => {
    const search = createSearch({ base: BASE });
    search.close();
    search.close();
    expect(FakeWorker.started).toHaveLength(0);
  });

  test("lets no second try begin", async () => {
    const { search, worker } = await opened();
    const one = search.search("one");
    worker.fail("network", "one");
    search.close();
    await expect(one).rejects.toMatchObject({ name: "SearchError", code: "aborted" });
    expect(FakeWorker.started).toHaveLength(1);
  });
});
