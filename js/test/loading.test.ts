import { afterEach, expect, test, vi } from "vitest";
import { loadModule, loadScript } from "../src/loading.ts";
import { stubScripts } from "./support/scripts.ts";

const BASE = "file:///site/fts/";

afterEach(() => vi.unstubAllGlobals());

test("a script gives the value that it leaves, and leaves nothing else", async () => {
  const { present } = stubScripts(new Map([["a.js", "ftsLoaded=[1,2]"]]));
  expect(await loadScript("a.js")).toEqual([1, 2]);
  expect(globalThis.ftsLoaded).toBeUndefined();
  expect(present.size).toBe(0);
});

test("scripts that are loaded side by side give each its own value", async () => {
  const names = Array.from({ length: 9 }, (_, index) => `${index}.js`);
  stubScripts(new Map(names.map((name, index) => [name, `ftsLoaded=${index}`])));
  expect(await Promise.all(names.map(loadScript))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
});

test("a script that is missing, or is another, is a failure that names it, and is asked for again", async () => {
  const scripts = new Map([["a.js", "void 0"]]);
  const { asked, present } = stubScripts(scripts);
  await expect(loadScript("a.js")).rejects.toThrow("a.js is not what it should be");
  await expect(loadScript("b.js")).rejects.toThrow("b.js could not be loaded");
  expect(present.size).toBe(0);
  scripts.set("b.js", "ftsLoaded='b'");
  expect(await loadScript("b.js")).toBe("b");
  expect(asked).toEqual(["a.js", "b.js", "b.js"]);
});

test("on a page opened from disk a module comes as a script", async () => {
  vi.stubGlobal("location", { protocol: "file:" });
  const { asked } = stubScripts(new Map([[`${BASE}offline/dialog.js`, "ftsLoaded={open(){}}"]]));
  expect(await loadModule(BASE, "dialog")).toHaveProperty("open");
  expect(asked).toEqual([`${BASE}offline/dialog.js`]);
});

test("elsewhere it comes as a module, under another address after a failure", async () => {
  vi.stubGlobal("location", { protocol: "https:" });
  const { asked } = stubScripts(new Map());
  const nowhere = "file:///there/is/no/such/folder/";
  const failure = async () => String(await loadModule(nowhere, "dialog").catch((error) => error));
  expect(await failure()).not.toContain("dialog.js?1");
  expect(await failure()).toContain("dialog.js?1");
  expect(await failure()).toContain("dialog.js?2");
  expect(asked).toEqual([]);
});
