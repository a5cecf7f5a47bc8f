import { afterEach, expect, test, vi } from "vitest";
import { onArrival } from "../../src/marks/arrival.ts";

const SITE = "https://example.org/";
const state = { y: 120 };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page at `path` that is still being read; `material` as that theme would have it. */
function openPage(path: string, material: object = {}) {
  const page = { href: SITE + path, pathname: "" };
  const goTo = (next: string) => {
    page.href = next;
    page.pathname = new URL(next).pathname;
  };
  goTo(SITE + path);
  const replaceState = vi.fn((_state: unknown, _title: string, address: URL) => goTo(address.href));
  const documentEvents = new EventTarget();
  vi.stubGlobal("location", page);
  vi.stubGlobal("history", { state, replaceState });
  vi.stubGlobal("window", material);
  vi.stubGlobal("document", Object.assign(documentEvents, { readyState: "loading" }));
  const mark = vi.fn<(words: string) => void>();
  onArrival(mark);
  return {
    page,
    mark,
    replaceState,
    goTo,
    ready: () => documentEvents.dispatchEvent(new Event("DOMContentLoaded")),
  };
}

/** A subject of RxJS, as far as it is used. */
function subject() {
  const listeners: (() => void)[] = [];
  return {
    subscribe: (listener: () => void) => listeners.push(listener),
    next: () => {
      for (const listener of listeners) listener();
    },
  };
}

test("the address loses the words at once, and they are marked once the page is read", () => {
  const { page, mark, replaceState, ready } = openPage("a/?x=1&h=one+two#s");
  expect(page.href).toBe(`${SITE}a/?x=1#s`);
  expect(replaceState).toHaveBeenCalledWith(state, "", expect.anything());
  expect(mark).not.toHaveBeenCalled();
  ready();
  expect(mark.mock.calls).toEqual([["one two"]]);
});

test("on any other page nothing happens", () => {
  const { mark, replaceState, ready } = openPage("a/?x=a%20b#s");
  ready();
  expect(mark).not.toHaveBeenCalled();
  expect(replaceState).not.toHaveBeenCalled();
});

test("where the theme loads pages by itself, each has its own words", () => {
  const [location$, document$] = [subject(), subject()];
  const { page, mark, goTo } = openPage("a/?h=one", { location$, document$ });
  document$.next();
  expect(mark.mock.calls).toEqual([["one"]]);

  goTo(`${SITE}b/?h=two#s`);
  location$.next();
  expect(page.href).toBe(`${SITE}b/#s`);
  // The theme goes to the section, and only then says that the page is there.
  location$.next();
  document$.next();
  expect(mark.mock.calls).toEqual([["one"], ["two"]]);

  goTo(`${SITE}c/`);
  location$.next();
  document$.next();
  expect(mark).toHaveBeenCalledTimes(2);
});

test("words for a page that never came are not marked on the next one", () => {
  const [location$, document$] = [subject(), subject()];
  const { mark, goTo } = openPage("a/", { location$, document$ });
  document$.next();
  goTo(`${SITE}b/?h=two`);
  location$.next();
  goTo(`${SITE}c/`);
  location$.next();
  document$.next();
  expect(mark).not.toHaveBeenCalled();
});
