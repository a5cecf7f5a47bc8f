import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SearchError } from "../../src/types.ts";
import { FOUND, setUp } from "./setup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const URL = "search.html?open=log.md";
const TEXT = {
  url: URL,
  title: "Log",
  trail: [],
  parts: [{ anchor: "", title: "", level: 0, text: "words" }],
};

test("a text stands in the place of the results, which come back", async () => {
  const { controller, last, reads } = setUp();
  controller.type("jwt");
  await last().resolve(FOUND);
  controller.openText(URL, "monday");
  expect(controller.state.opened).toEqual({ url: URL, anchor: "monday", text: null, failure: null });
  await reads[0]?.resolve(TEXT);
  expect(controller.state.opened?.text).toBe(TEXT);
  vi.runAllTimers();
  expect(controller.state.announcement).toBe("Text of “Log”");
  controller.closeText();
  expect(controller.state).toMatchObject({ opened: null, shown: { answer: FOUND } });
});

test("a text that comes after the reader has gone on is not shown", async () => {
  const { controller, reads } = setUp();
  controller.openText(URL, "");
  controller.closeText();
  await reads[0]?.resolve(TEXT);
  expect(controller.state.opened).toBeNull();
});

test("typing goes back to results", async () => {
  const { controller, reads } = setUp();
  controller.openText(URL, "");
  await reads[0]?.resolve(TEXT);
  controller.type("jwt");
  expect(controller.state.opened).toBeNull();
});

test("a text that cannot be read is a failure, and can be asked for again", async () => {
  const { controller, reads, closed } = setUp();
  controller.openText(URL, "monday");
  await reads[0]?.reject(new SearchError("network", ""));
  expect(controller.state.opened?.failure).toBe("network");
  controller.retry();
  expect([closed, reads.length, controller.state.opened?.anchor]).toEqual([[0], 2, "monday"]);
});

test("a text that the index has no longer says that the site has changed", async () => {
  const { controller, reads } = setUp();
  controller.openText(URL, "");
  await reads[0]?.resolve(null);
  expect(controller.state.opened?.failure).toBe("format");
});
