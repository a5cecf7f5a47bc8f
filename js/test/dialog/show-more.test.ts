import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchError } from "../../src/types.ts";
import { answer, group, hit } from "./answers.ts";
import { FOUND, setUp } from "./setup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function found() {
  const all = setUp();
  all.controller.type("jwt");
  await all.last().resolve(FOUND);
  return all;
}

test("showing more asks for the group's next slice of the same search", async () => {
  const { controller, calls, last } = await found();
  controller.showMore(0);
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(2);
  expect(last()).toMatchObject({
    query: "jwt",
    options: { wiki: "help", kind: "written", page: 2, size: 10, typing: true },
  });
  await last().resolve(answer([group("help", [hit("d"), hit("e")], 5)]));
  expect(controller.state.shown?.groups[0]?.hits).toHaveLength(4);
  expect(controller.state.announcement).toBe("2 more results in HELP");
});

test("showing more in two groups fetches one after the other, for a newer search ends an older", async () => {
  const { controller, calls, last } = await found();
  controller.showMore(0);
  controller.showMore(1);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toHaveLength(2);
  await last().resolve(answer([group("help", [hit("d")], 5)]));
  expect(last().options.wiki).toBe("tech");
});

test("a slice that failed says so and can be tried again", async () => {
  const { controller, last } = await found();
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  await last().reject(new SearchError("network", ""));
  expect(controller.state).toMatchObject({ failure: null });
  expect(controller.state.shown?.groups[0]?.more).toBe("failed");
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  await last().resolve(answer([group("help", [hit("d")], 5)]));
  expect(controller.state.shown?.groups[0]).toMatchObject({ more: "ready", slices: 2 });
});

test("a slice given up by closing the dialog can be asked for again", async () => {
  const { controller, last } = await found();
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  controller.pause();
  await last().reject(new SearchError("aborted", ""));
  controller.resume();
  expect(controller.state.shown?.groups[0]?.more).toBe("ready");
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(last().options.signal?.aborted).toBe(false);
});

test("showing more of results that are on their way out does nothing", async () => {
  const { controller, calls } = await found();
  controller.type("jwt x");
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(calls.some(({ options }) => options.page === 2)).toBe(false);
});
