import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EarlyFile } from "../src/early.ts";
import type { SqlJsScript } from "../src/engine/open.ts";
import { openSqlJs } from "../src/engine/sqljs.ts";
import type { Reply, Request } from "../src/messages.ts";
import { PACKS } from "../src/pages/manifest.ts";
import { unpackSync } from "../src/pages/unpack-sync.ts";
import { createSearch } from "../src/search.ts";
import { writeDatabase } from "./support/database.ts";
import { BASE, publish } from "./support/publish.ts";
import { initSqlJs } from "./support/sqlite.ts";

/** What `sql-wasm.js` leaves behind; its WebAssembly comes from the disk. */
const SQLJS = { sqlJs: (): SqlJsScript => ({ unpackSync, open: (chunks) => openSqlJs(initSqlJs, chunks) }) };

/** The files of a published site by address; replaced to publish anew. */
let files: Map<string, Uint8Array>;
/** What loading `sql-wasm.js` leaves or throws. */
let script: unknown;

/** What the worker takes for its global object. */
interface Scope {
  onmessage?: (event: { data: Request | EarlyFile }) => void;
  postMessage(reply: Reply): void;
}

/** The worker as it is shipped, one script. */
const bundled = await build({
  entryPoints: [fileURLToPath(new URL("../src/worker.ts", import.meta.url))],
  bundle: true,
  format: "iife",
  write: false,
});
const run = new Function(
  "self",
  "importScripts",
  "fetch",
  "XMLHttpRequest",
  bundled.outputFiles[0]?.text ?? "",
);

/** Runs the real worker in the test's own thread, with globals of its own. Messages are copied, as between threads. */
class InlineWorker {
  onmessage?: (event: { data: Reply }) => void;
  readonly #scope: Scope;
  #terminated = false;

  constructor() {
    const scope: Scope = {
      postMessage: (reply) => {
        if (!this.#terminated) this.onmessage?.({ data: structuredClone(reply) });
      },
    };
    const importScripts = () => {
      if (script instanceof Error) throw script;
      Object.assign(scope, { ftsSqlJs: script });
    };
    run(scope, importScripts, fetchFile, SyncRequest);
    this.#scope = scope;
  }

  postMessage(request: Request | EarlyFile): void {
    const data = structuredClone(request);
    setTimeout(() => this.#terminated || this.#scope.onmessage?.({ data }));
  }

  terminate(): void {
    this.#terminated = true;
  }
}

const read = (url: URL) => files.get(url.href.slice(BASE.href.length));

async function fetchFile(url: URL): Promise<Response> {
  const file = read(url);
  return file ? new Response(Buffer.from(file)) : new Response("", { status: 404 });
}

class SyncRequest {
  #url = BASE;
  status = 0;
  response: ArrayBuffer | null = null;

  open(_method: string, url: URL): void {
    this.#url = url;
  }

  send(): void {
    const file = read(this.#url);
    this.status = file ? 200 : 404;
    this.response = file ? Uint8Array.from(file).buffer : null;
  }
}

async function publishSite(text: string, name: string): Promise<void> {
  const { manifest, files: chunks } = publish(
    await writeDatabase({ pages: [{ url: "a/", title: "A", passages: [text] }] }),
  );
  manifest.db = name;
  files = new Map([["manifest.json", Buffer.from(JSON.stringify(manifest))]]);
  for (const [file, content] of chunks) files.set(`${name}/${file}`, content);
}

beforeEach(async () => {
  script = SQLJS;
  await publishSite("the first edition", "1111");
  vi.stubGlobal("document", Object.assign(new EventTarget(), { baseURI: BASE.href }));
  vi.stubGlobal("Worker", InlineWorker);
  vi.stubGlobal("fetch", fetchFile);
});

afterEach(() => vi.unstubAllGlobals());

describe("client and worker together", () => {
  test.each(["auto", "sqljs"] as const)("answer searches over the published index: %s", async (engine) => {
    const search = createSearch({ base: BASE, engine });
    const found = await search.search("first");
    expect(found).toMatchObject({ ok: true, query: "first", total: 1 });
    expect(found.groups[0]?.hits[0]?.excerpt).toContainEqual({ text: "first", mark: true });
    expect(await search.search("second")).toMatchObject({ total: 0 });
  });

  test("need no WebAssembly, unless sql.js is asked for", async () => {
    script = new Error("NetworkError");
    vi.stubGlobal("WebAssembly", undefined);
    expect(await createSearch({ base: BASE }).search("edtion")).toMatchObject({ total: 1 });
    const search = createSearch({ base: BASE, engine: "sqljs" });
    await expect(search.search("first")).rejects.toMatchObject({ code: "network" });
  });

  test.each(["auto", "sqljs"] as const)("go over to an index that was published anew: %s", async (engine) => {
    const search = createSearch({ base: BASE, engine });
    await search.warm();
    await publishSite("the second edition, revised", "2222");
    expect(await search.search("revised")).toMatchObject({ total: 1 });
  });

  test.each([
    [
      "network",
      "sql-wasm.js",
      () => {
        script = new Error("NetworkError");
      },
    ],
    [
      "damaged",
      "sql-wasm.js",
      () => {
        script = undefined;
      },
    ],
    ["network", "manifest.json", () => files.delete("manifest.json")],
    ["damaged", "manifest.json", () => files.set("manifest.json", Buffer.from("<html>"))],
    ["network", "first.bin", () => files.delete("1111/first.bin")],
    ["damaged", "first.bin", () => files.set("1111/first.bin", Buffer.from("<html>"))],
    [
      "format",
      "schema",
      async () => {
        const bytes = await writeDatabase({ pages: [], meta: { schema: 9 } });
        const { manifest, files: chunks } = publish(bytes);
        files.set("manifest.json", Buffer.from(JSON.stringify(manifest)));
        for (const [file, content] of chunks) files.set(`${manifest.db}/${file}`, content);
      },
    ],
  ] as const)("name a failure: %s, %s", async (code, file, breakIt) => {
    await breakIt();
    const search = createSearch({ base: BASE, engine: file === "sql-wasm.js" ? "sqljs" : "auto" });
    const failure = { name: "SearchError", code, message: expect.stringContaining(file) };
    await expect(search.warm()).rejects.toMatchObject(failure);
    await expect(search.search("first")).rejects.toMatchObject(failure);
  });
});

describe("the worker", () => {
  function start() {
    const replies: Reply[] = [];
    const worker = new InlineWorker();
    for (const name of ["manifest.json", ...Object.values(PACKS)])
      worker.postMessage({ method: "file", name, content: null });
    worker.onmessage = ({ data }) => replies.push(data);
    const reply = (id: number) =>
      vi.waitFor(
        () => replies.find((reply) => reply.id === id) ?? Promise.reject(new Error(`no reply to ${id}`)),
      );
    return { worker, reply, replies };
  }

  const searchFor = (id: number, query: string): Request => ({ method: "search", id, query, options: {} });

  test("does not run a search that was cancelled, and goes on with the next", async () => {
    const { worker, reply, replies } = start();
    worker.postMessage({ method: "open", id: 1, base: BASE.href, engine: "auto" });
    worker.postMessage(searchFor(2, "first"));
    worker.postMessage({ method: "cancel", id: 2 });
    worker.postMessage(searchFor(3, "edition"));
    expect(await reply(3)).toMatchObject({ ok: true, answer: { query: "edition", total: 1 } });
    expect(await reply(2)).toMatchObject({ ok: false, code: "aborted" });
    expect(replies.filter(({ id }) => id === 2)).toHaveLength(1);
  });

  test("says so where it is asked before it was opened", async () => {
    const { worker, reply } = start();
    worker.postMessage(searchFor(1, "first"));
    expect(await reply(1)).toMatchObject({ ok: false, code: "engine" });
  });

  describe.each(["auto", "sqljs"] as const)("names what has become of a chunk: %s", (engine) => {
    test.each([
      ["network", (name: string) => files.delete(name)],
      ["damaged", (name: string) => files.set(name, Buffer.from("<html>"))],
    ] as const)("%s", async (code, breakIt) => {
      const { worker, reply } = start();
      worker.postMessage({ method: "open", id: 1, base: BASE.href, engine });
      await reply(1);
      for (const name of [...files.keys()]) if (/\d+\.bin$/.test(name)) breakIt(name);
      worker.postMessage(searchFor(2, "first"));
      expect(await reply(2)).toMatchObject({ ok: false, code, message: expect.stringContaining(".bin") });
    });
  });
});
