/** The search of a page opened from disk, over the real engine. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSearch } from "../src/offline/search.ts";
import { writeDatabase } from "./support/database.ts";
import { publish } from "./support/publish.ts";
import { stubScripts } from "./support/scripts.ts";

const BASE = "file:///site/fts/";
const wasm = readFileSync(createRequire(import.meta.url).resolve("fts5-sql-bundle/dist/sql-wasm.wasm"));

let scripts: Map<string, string>;
let asked: string[];

beforeEach(async () => {
  const pages = [{ url: "a/", title: "A", passages: ["the first edition"] }];
  const { manifest, files } = publish(await writeDatabase({ pages }));
  const base64 = (content: Uint8Array | string) => Buffer.from(content).toString("base64");
  const packed: Record<string, string> = {
    "manifest.json": base64(JSON.stringify(manifest)),
    "sql-wasm.wasm": base64(wasm),
  };
  for (const [name, content] of files) packed[`${manifest.db}/${name}`] = base64(content);
  scripts = new Map([
    [`${BASE}offline/files.js`, 'ftsLoaded=["files-0.js"]'],
    [`${BASE}offline/files-0.js`, `ftsLoaded=${JSON.stringify(packed)}`],
  ]);
  ({ asked } = stubScripts(scripts));
  const refuse = () => {
    throw new Error("refused on a page opened from disk");
  };
  for (const name of ["fetch", "Worker", "XMLHttpRequest"]) vi.stubGlobal(name, refuse);
});

afterEach(() => vi.unstubAllGlobals());

test("answers without fetch and without workers, and loads the index once", async () => {
  const search = createSearch({ base: BASE });
  expect(asked).toEqual([]);
  await search.warm();
  expect(await search.search("first")).toMatchObject({ ok: true, query: "first", total: 1 });
  expect(await search.search("edtion")).toMatchObject({ corrections: [{ from: "edtion", to: "edition" }] });
  expect(asked).toEqual([...scripts.keys()]);
  search.close();
});

test("a search that is given up before its turn is not run", async () => {
  const search = createSearch({ base: BASE });
  await search.warm();
  const abort = new AbortController();
  const given = search.search("first", { signal: abort.signal });
  const kept = search.search("edition");
  abort.abort();
  await expect(given).rejects.toMatchObject({ code: "aborted" });
  expect(await kept).toMatchObject({ total: 1 });
});

test("a failure is told, and the next search tries again from the start", async () => {
  const list = scripts.get(`${BASE}offline/files.js`) as string;
  scripts.delete(`${BASE}offline/files.js`);
  const search = createSearch({ base: BASE });
  await expect(search.warm()).rejects.toMatchObject({ code: "network" });
  scripts.set(`${BASE}offline/files.js`, list);
  expect(await search.search("first")).toMatchObject({ total: 1 });
});

test("a closed search answers nothing more", async () => {
  const search = createSearch({ base: BASE });
  const waiting = search.search("first");
  search.close();
  await expect(waiting).rejects.toMatchObject({ code: "aborted" });
  await expect(search.search("first")).rejects.toMatchObject({ code: "aborted" });
});
