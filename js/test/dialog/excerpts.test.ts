import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hitId } from "../../src/dialog/stops.ts";
import { type Hit, type Passages, SearchError } from "../../src/types.ts";
import { answer, group, hit } from "./answers.ts";
import { setUp } from "./setup.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Hits `a`, `b`, … in one group. */
const hits = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => hit(String.fromCharCode(97 + from + n)));

const text = (words: string, more = 0): Passages => ({
  section: { anchor: words, title: words },
  excerpt: [{ text: words, mark: false }],
  more: Array.from({ length: more }, (_, n) => ({ section: { anchor: `${n}`, title: "" }, excerpt: [] })),
});

async function found(count: number, others: Hit[] = []) {
  const all = setUp();
  all.controller.type("jwt");
  const generated = others.length ? [group("cards", others, others.length, "auto")] : [];
  await all.last().resolve(answer([group("help", hits(count), 60), ...generated]));
  const shown = (at: number, index = 0) => all.controller.state.shown?.groups[index]?.hits[at];
  const urls = () => all.excerptings.map(({ urls }) => urls.map((url) => url[0]).join(""));
  return { ...all, shown, urls };
}

test("titles are shown at once, and the first ten get their excerpts in one call", async () => {
  const { calls, excerptings, shown, urls } = await found(12);
  expect(calls[0]?.options.excerpts).toBe(false);
  expect(shown(0)).toMatchObject({ title: "a", pending: true });
  expect(urls()).toEqual(["abcdefghij"]);
  expect(excerptings[0]).toMatchObject({ query: "jwt", options: { typing: true, drafts: false, size: 12 } });
  await excerptings[0]?.resolve([text("one"), null, ...Array(8).fill(text("other"))]);
  expect(shown(0)).toMatchObject({ ...text("one"), title: "a", pending: false });
  expect(shown(1)).toMatchObject({ excerpt: [], pending: false });
  expect(shown(10)?.pending).toBe(true);
});

test("what comes into view while a call is on its way goes out together as the next, with what follows", async () => {
  const { controller, excerptings, urls } = await found(26);
  controller.see([hitId(0, 9), hitId(0, 11)]);
  controller.see([hitId(0, 12)]);
  expect(excerptings).toHaveLength(1);
  await excerptings[0]?.resolve(Array(10).fill(text("other")));
  expect(urls()).toEqual(["abcdefghij", "klmnopq"]);
  await excerptings[1]?.resolve(Array(7).fill(text("other")));
  controller.see([hitId(0, 10)]);
  expect(excerptings, "nothing is asked for twice").toHaveLength(2);
});

test("the results to which the keys have come get theirs", async () => {
  const { controller, excerptings, urls } = await found(20);
  await excerptings[0]?.resolve(Array(10).fill(text("other")));
  controller.select(hitId(0, 15));
  expect(urls().at(-1)).toBe("opqrst");
});

test("generated pages get theirs once they are open", async () => {
  const { controller, excerptings, urls } = await found(2, hits(3, 20));
  expect(urls()).toEqual(["ab"]);
  await excerptings[0]?.resolve([null, null]);
  controller.see([hitId(1, 0)]);
  expect(excerptings).toHaveLength(1);
  controller.toggleGenerated();
  controller.see([hitId(1, 0)]);
  expect(urls()).toEqual(["ab", "uvw"]);
});

test("further sections become stops when they come, and the selection stays", async () => {
  const { controller, excerptings } = await found(3);
  controller.move(1);
  expect(controller.state.selected).toBe(hitId(0, 1));
  await excerptings[0]?.resolve([text("a", 2), text("b", 1), null]);
  expect(controller.state.selected).toBe(hitId(0, 1));
  controller.move(1);
  expect(controller.state.selected).toBe(hitId(0, 1, 1));
  controller.move(1);
  expect(controller.state.selected).toBe(hitId(0, 2));
});

test("where they cannot be had the titles stay, without an error, until they are seen again", async () => {
  const { controller, excerptings, shown } = await found(3);
  await excerptings[0]?.reject(new SearchError("network", ""));
  await vi.advanceTimersByTimeAsync(1000);
  expect(controller.state).toMatchObject({ failure: null, announcement: "60 results for “jwt”" });
  expect(excerptings, "no try follows by itself").toHaveLength(1);
  controller.see([hitId(0, 0)]);
  await excerptings[1]?.resolve([text("one"), null, null]);
  expect(shown(0)).toMatchObject(text("one"));
});

test("those of an older search are given up, and what they bring is dropped", async () => {
  const { controller, last, excerptings, shown, urls } = await found(3);
  controller.searchFor("other");
  expect(excerptings[0]?.options.signal?.aborted).toBe(true);
  controller.see([hitId(0, 2)]);
  await last().resolve(answer([group("help", hits(2))]));
  await excerptings[0]?.resolve([text("old"), null, null]);
  expect(shown(0)?.pending).toBe(true);
  expect(urls()).toEqual(["abc", "ab"]);
  expect(excerptings[1]?.query).toBe("other");
});

test("while the reader types on, those shown before stay until the new ones come", async () => {
  const { controller, last, excerptings, shown } = await found(3);
  await excerptings[0]?.resolve([text("one"), text("two"), null]);
  controller.searchFor("jwt token");
  await last().resolve(answer([group("help", [hit("b"), hit("x")])]));
  expect(shown(0)).toMatchObject({ url: "b/", ...text("two"), pending: true });
  expect(shown(1)).toMatchObject({ url: "x/", excerpt: [], pending: true });
  await excerptings[1]?.resolve([text("new"), null]);
  expect(shown(0)).toMatchObject({ ...text("new"), pending: false });
  controller.searchFor("something else");
  await last().resolve(answer([group("help", [hit("b")])]));
  expect(shown(0)).toMatchObject({ url: "b/", excerpt: [], pending: true });
});

test("those given up by closing the dialog are asked for when it is opened again", async () => {
  const { controller, excerptings } = await found(3);
  controller.pause();
  await excerptings[0]?.reject(new SearchError("aborted", ""));
  controller.resume();
  expect(excerptings).toHaveLength(2);
  expect(excerptings[1]?.options.signal?.aborted).toBe(false);
});

test("a further slice gets those of its first results", async () => {
  const { controller, last, excerptings, urls } = await found(3);
  await excerptings[0]?.resolve([null, null, null]);
  controller.showMore(0);
  await vi.advanceTimersByTimeAsync(0);
  await last().resolve(answer([group("help", hits(10, 3), 60)]));
  expect(urls().at(-1)).toBe("defgh");
});

test("the live region says the count alone", async () => {
  const { controller, excerptings } = await found(3);
  await vi.advanceTimersByTimeAsync(500);
  const { announcement } = controller.state;
  await excerptings[0]?.resolve([text("one"), null, null]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(controller.state.announcement).toBe(announcement);
});

test("Enter waits for the section of a result, but not for long", async () => {
  const quick = await found(3);
  expect(quick.controller.enter()).toBeNull();
  expect(quick.controller.enter()).toBeNull();
  await quick.excerptings[0]?.resolve([text("one"), null, null]);
  expect(quick.followed, "once").toEqual([hitId(0, 0)]);

  const slow = await found(3);
  slow.controller.enter();
  await vi.advanceTimersByTimeAsync(499);
  expect(slow.followed).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(slow.followed).toEqual([hitId(0, 0)]);

  const failing = await found(3);
  failing.controller.enter();
  await failing.excerptings[0]?.reject(new SearchError("network", ""));
  expect(failing.followed).toEqual([hitId(0, 0)]);
});

test.each<[string, (all: Awaited<ReturnType<typeof found>>) => void]>([
  ["moves", ({ controller }) => controller.move(1)],
  ["types", ({ controller }) => controller.type("jwt more")],
  ["closes the dialog", ({ controller }) => controller.pause()],
])("Enter is forgotten when the reader %s meanwhile", async (_, goOn) => {
  const all = await found(3);
  all.controller.enter();
  goOn(all);
  await all.excerptings[0]?.resolve([text("one"), null, null]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(all.followed).toEqual([]);
});
