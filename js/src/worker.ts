/** The worker: holds the index and the engine, and answers one search after the other. */
import type { InitSqlJsStatic } from "sql.js";
import type { Engine } from "./engine/engine.ts";
import { openSqlJs } from "./engine/sqljs.ts";
import type { Reply, Request } from "./messages.ts";
import { Chunks } from "./pages/chunks.ts";
import { fetchManifest } from "./pages/manifest.ts";
import { http } from "./pages/transport.ts";
import { answer } from "./query/answer.ts";
import { SearchError } from "./types.ts";

declare const self: DedicatedWorkerGlobalScope & { initSqlJs?: InitSqlJsStatic };

let engine: Promise<Engine> | undefined;
const cancelled = new Set<number>();

async function open(base: URL): Promise<Engine> {
  const manifest = await fetchManifest(base);
  const chunks = new Chunks(manifest, base, http);
  const [init] = await Promise.all([loadSqlJs(base), chunks.loadFirst()]);
  return openSqlJs(init, new URL("sql-wasm.wasm", base), chunks);
}

async function loadSqlJs(base: URL): Promise<InitSqlJsStatic> {
  try {
    importScripts(new URL("sql-wasm.js", base).href);
  } catch (error) {
    throw new SearchError("network", `sql-wasm.js could not be loaded: ${error}`);
  }
  if (!self.initSqlJs) throw new SearchError("damaged", "sql-wasm.js is not what it should be");
  return self.initSqlJs;
}

async function handle(request: Request): Promise<void> {
  if (request.method === "cancel") {
    cancelled.add(request.id);
    return;
  }
  const { id } = request;
  let reply: Reply;
  try {
    if (request.method === "open") {
      engine = open(new URL(request.base));
      await engine;
      reply = { id, ok: true, answer: null };
    } else {
      if (!engine) throw new SearchError("engine", "the worker was asked before it was opened");
      const checkpoint = () => {
        if (cancelled.has(id)) throw new SearchError("aborted", "the search was given up");
      };
      // Let a `cancel` that is already on its way come first.
      await new Promise((resolve) => setTimeout(resolve));
      checkpoint();
      reply = {
        id,
        ok: true,
        answer: await answer(await engine, request.query, request.options, checkpoint),
      };
    }
  } catch (error) {
    const code = error instanceof SearchError ? error.code : "engine";
    reply = { id, ok: false, code, message: error instanceof Error ? error.message : String(error) };
  }
  cancelled.delete(id);
  self.postMessage(reply);
}

self.onmessage = ({ data }: MessageEvent<Request>) => void handle(data);
