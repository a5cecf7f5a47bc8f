import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Controller } from "../../src/dialog/controller.ts";
import { texts } from "../../src/dialog/texts.ts";
import { SearchError } from "../../src/types.ts";
import { answer, group, hit } from "./answers.ts";
import { FOUND, memoryOf, setUp } from "./setup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("typing", () => {
  test("searches at once, and after a burst for its last text", () => {
    const { controller, calls } = setUp();
    for (const text of ["j", "jw", "jwt"]) controller.type(text);
    expect(calls.map(({ query }) => query)).toEqual(["j"]);
    vi.advanceTimersByTime(80);
    expect(calls.map(({ query }) => query)).toEqual(["j", "jwt"]);
    expect(calls[1]?.options).toMatchObject({ drafts: false, typing: true, size: 10 });
  });

  test("gives the search before up and drops its answer", async () => {
    const { controller, calls } = setUp();
    controller.type("old");
    controller.type("new");
    expect(calls[0]?.options.signal?.aborted).toBe(true);
    vi.advanceTimersByTime(80);
    await calls[1]?.resolve(FOUND);
    await calls[0]?.resolve(answer([]));
    expect(controller.state.shown?.answer).toBe(FOUND);
  });

  test("after a space the last word is complete", () => {
    const { controller, last } = setUp();
    controller.type("jwt ");
    expect(last()).toMatchObject({ query: "jwt", options: { typing: false } });
  });

  test("what makes no difference is not searched for again", () => {
    const { controller, calls } = setUp();
    controller.type("jwt");
    vi.advanceTimersByTime(80);
    controller.type(" jwt");
    vi.advanceTimersByTime(80);
    expect(calls).toHaveLength(1);
  });

  test("an emptied input shows nothing and awaits nothing", async () => {
    const { controller, last } = setUp();
    controller.type("jwt");
    controller.type("");
    await last().resolve(FOUND);
    vi.advanceTimersByTime(1000);
    expect(controller.state).toMatchObject({ query: null, shown: null, waiting: false, announcement: "" });
  });
});

describe("waiting", () => {
  test("is shown after 300 ms and said after 800 ms, from the first key on", () => {
    const { controller } = setUp();
    controller.type("j");
    vi.advanceTimersByTime(200);
    controller.type("jw");
    vi.advanceTimersByTime(99);
    expect(controller.state.slow).toBe(false);
    vi.advanceTimersByTime(1);
    expect(controller.state.slow).toBe(true);
    vi.advanceTimersByTime(501);
    expect(controller.state.announcement).toBe("Searching…");
  });

  test("that is short is neither shown nor said", async () => {
    const { controller, last } = setUp();
    controller.type("jwt");
    vi.advanceTimersByTime(100);
    await last().resolve(FOUND);
    vi.advanceTimersByTime(1000);
    expect(controller.state).toMatchObject({ slow: false, announcement: "8 results for “jwt”" });
  });
});

describe("Enter", () => {
  test("opens the selected result", async () => {
    const { controller, last, excerptings } = setUp();
    controller.type("jwt");
    await last().resolve(FOUND);
    await excerptings[0]?.resolve([null, null, null]);
    controller.move(1);
    expect(controller.enter()).toBe("fts-hit-0-1-0");
  });

  test("does not open what was found for an older text, but waits for the newer", async () => {
    const { controller, calls, excerptings, followed } = setUp();
    controller.type("j");
    await calls[0]?.resolve(FOUND);
    controller.type("jwt");
    expect(controller.enter()).toBeNull();
    expect(calls[1]?.query).toBe("jwt");
    await calls[1]?.resolve(FOUND);
    expect(excerptings[0]?.options.signal?.aborted).toBe(true);
    await excerptings[0]?.reject(new SearchError("aborted", ""));
    expect(followed, "not before its section is known").toEqual([]);
    await excerptings[1]?.resolve([null, null, null]);
    expect(followed).toEqual(["fts-hit-0-0-0"]);
  });

  test("does not by itself open what was found for other words", async () => {
    const { controller, last, followed } = setUp();
    controller.type("jwtt");
    controller.enter();
    await last().resolve({ ...FOUND, corrections: [{ from: "jwtt", to: "jwt" }] });
    controller.type("jwt many");
    controller.enter();
    await last().resolve({ ...FOUND, relaxed: true });
    expect(followed).toEqual([]);
  });

  test("opens an older result that the reader has moved to", async () => {
    const { controller, last } = setUp();
    controller.type("j");
    await last().resolve(FOUND);
    controller.type("jwt");
    controller.move(1);
    expect(controller.enter()).toBe("fts-hit-0-1-0");
  });

  test("is forgotten when the reader goes on", async () => {
    const { controller, last, followed } = setUp();
    controller.type("j");
    controller.enter();
    controller.type("jw");
    vi.advanceTimersByTime(80);
    await last().resolve(FOUND);
    expect(followed).toEqual([]);
  });
});

describe("a failure", () => {
  test.each(["network", "damaged", "format", "engine"] as const)("%s is told by its code", async (code) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { controller, last } = setUp();
    controller.type("jwt");
    await last().reject(Object.assign(new Error(), { code }));
    expect(controller.state.failure).toBe(code);
    expect(controller.state.announcement).not.toBe("");
    // Those of the network are no news to the console.
    expect(log).toHaveBeenCalledTimes(code === "engine" ? 1 : 0);
    log.mockRestore();
  });

  test("that is unforeseen is told too, and left in the console", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const { controller, last } = setUp();
    controller.type("jwt");
    await last().reject(new TypeError("boom"));
    expect(controller.state.failure).toBe("unknown");
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  test("to start the engine is one as well, and the console has what its author can mend", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const controller = new Controller({
      createSearch: () => {
        throw new SearchError("engine", "no workers");
      },
      texts: texts("en"),
      memory: memoryOf(),
      show: () => {},
      follow: () => {},
    });
    controller.warm();
    controller.type("jwt");
    await vi.advanceTimersByTimeAsync(0);
    expect(controller.state.failure).toBe("engine");
    expect(log).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "no workers" }));
    log.mockRestore();
  });

  test("is retried with a new engine", async () => {
    const { controller, last, closed, created } = setUp();
    controller.type("jwt");
    await last().reject(new SearchError("damaged", ""));
    controller.retry();
    expect(controller.state.failure).toBeNull();
    expect([closed, created()]).toEqual([[0], 2]);
    expect(last().query).toBe("jwt");
    await last().resolve(FOUND);
    expect(controller.state.shown?.answer).toBe(FOUND);
  });
});

test("the switch searches again at once, with drafts", async () => {
  const { controller, last } = setUp();
  controller.type("jwt");
  await last().resolve({ ...FOUND, hidden: 2 });
  controller.setDrafts(true);
  expect(last()).toMatchObject({ query: "jwt", options: { drafts: true, typing: true } });
});

test("the literal search quotes what had been corrected", async () => {
  const { controller, last } = setUp();
  controller.type("pgbounser");
  await last().resolve({ ...FOUND, corrections: [{ from: "pgbounser", to: "pgbouncer" }] });
  controller.searchLiterally();
  expect(controller.state.text).toBe('"pgbounser"');
  expect(last()).toMatchObject({ query: '"pgbounser"', options: { typing: false } });
});

test("a search that was closed over is done when the dialog is opened again", async () => {
  const { controller, calls, last } = setUp();
  controller.type("jwt");
  controller.pause();
  controller.resume();
  expect(calls).toHaveLength(2);
  await last().resolve(FOUND);
  controller.pause();
  controller.resume();
  expect(calls).toHaveLength(2);
});

test("from the button of the generated pages the focus comes back to a result", async () => {
  const { controller, last } = setUp();
  controller.type("jwt");
  await last().resolve(answer([group("help", [hit("a")]), group("help", [hit("b")], 1, "auto")]));
  controller.select("fts-generated");
  controller.leaveButton();
  expect(controller.state.selected).toBe("fts-hit-0-0-0");
});

describe("narrowing to a wiki", () => {
  const TECH = { id: "tech", title: "TECH" };

  test("searches it again alone and keeps the counts of all", async () => {
    const { controller, calls, last } = setUp();
    controller.type("jwt");
    await last().resolve(FOUND);
    controller.setWiki(TECH);
    expect(last()).toMatchObject({ query: "jwt", options: { wiki: "tech", size: 10 } });
    await last().resolve(answer([group("tech", [hit("c")], 3)]));
    expect(controller.state.wikis.map(({ id, total }) => [id, total])).toEqual([
      ["help", 5],
      ["tech", 3],
    ]);
    expect(calls).toHaveLength(2);
  });

  test("goes on while typing, with counts of its own search", async () => {
    const { controller, last } = setUp();
    controller.setWiki(TECH);
    controller.type("jwt");
    await last().resolve(answer([]));
    const options = { drafts: false, typing: true, excerpts: false, size: 1, signal: expect.anything() };
    expect(last().options).toEqual(options);
    await last().resolve(FOUND);
    expect(controller.state.shown?.answer.total).toBe(0);
    expect(controller.state.wikis.map(({ id }) => id)).toEqual(["help", "tech"]);
  });

  test("says where nothing was found", async () => {
    const { controller, last } = setUp();
    controller.setWiki(TECH);
    controller.type("jwt");
    await last().resolve(answer([]));
    await vi.advanceTimersByTimeAsync(500);
    expect(controller.state.announcement).toBe("Nothing found for “jwt” in TECH.");
  });

  test("a count that fails leaves the answer as it is", async () => {
    const { controller, last } = setUp();
    controller.setWiki(TECH);
    controller.type("jwt");
    await last().resolve(FOUND);
    await last().reject(new SearchError("network", ""));
    expect(controller.state).toMatchObject({ failure: null, shown: { answer: FOUND } });
  });
});

describe("the device keeps", () => {
  test("the drafts switch", () => {
    const { controller, memory } = setUp();
    controller.setDrafts(true);
    expect(setUp(memoryOf(memory.kept)).controller.state.drafts).toBe(true);
  });

  test("searches that led somewhere, the newest first and each once", async () => {
    const { controller, memory } = setUp();
    for (const text of ["jwt", "radio", "JWT"]) {
      controller.searchFor(text);
      controller.remember();
    }
    expect(memory.kept.recent).toEqual(["JWT", "radio"]);
    controller.forget("radio");
    expect(controller.state.recent).toEqual(["JWT"]);
    controller.forget();
    expect(memory.kept.recent).toEqual([]);
  });

  test("no more than eight", () => {
    const { controller, memory } = setUp();
    for (let n = 0; n < 12; n++) {
      controller.searchFor(`word ${n}`);
      controller.remember();
    }
    expect(memory.kept.recent).toHaveLength(8);
    expect(memory.kept.recent[0]).toBe("word 11");
  });
});

test("an address of the search page starts with its drafts and its wiki", () => {
  const { controller, last, memory } = setUp();
  controller.start("jwt", { drafts: true, wiki: "help" });
  expect(last()).toMatchObject({ query: "jwt", options: { drafts: true, wiki: "help", typing: false } });
  expect(memory.kept.drafts).toBe(false);
});

test("an address without drafts is searched without, whatever the device remembers", () => {
  const { controller, last } = setUp(memoryOf({ drafts: true, recent: [] }));
  controller.start("jwt", { drafts: false, wiki: null });
  expect(last().options.drafts).toBe(false);
});

test("an address without a search leaves the switch as the device remembers it", () => {
  const { controller } = setUp(memoryOf({ drafts: true, recent: [] }));
  controller.start("", { drafts: false, wiki: null });
  expect(controller.state.drafts).toBe(true);
});

test("a wiki that an address names by its id gets its title from the counts", async () => {
  const { controller, calls } = setUp();
  controller.start("jwt", { drafts: false, wiki: "help" });
  expect(controller.state.wiki?.title).toBe("help");
  await calls[0]?.resolve(answer([group("help", [hit("a")], 1)]));
  await calls[1]?.resolve(answer([{ ...group("help", [hit("a")], 1), title: "Help centre" }]));
  expect(controller.state.wiki).toEqual({ id: "help", title: "Help centre" });
});

test("what has ended asks nothing and gives its engine up", async () => {
  const { controller, calls, closed } = setUp();
  controller.type("jwt");
  controller.type("jwt x");
  controller.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(calls.map(({ query }) => query)).toEqual(["jwt"]);
  expect(closed).toEqual([0]);
});
