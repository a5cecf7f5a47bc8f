/** The worker: fetches the index, and sql.js if it is wanted, from the site. */
import type { InitSqlJsStatic } from "sql.js";
import { Early, type EarlyFile } from "./early.ts";
import { openIndex } from "./engine/open.ts";
import type { StartSqlJs } from "./engine/sqljs.ts";
import type { Request } from "./messages.ts";
import { Ahead } from "./pages/ahead.ts";
import { http } from "./pages/transport.ts";
import { Session } from "./session.ts";
import { SearchError } from "./types.ts";

declare const self: DedicatedWorkerGlobalScope & { initSqlJs?: InitSqlJsStatic };

async function loadSqlJs(base: URL): Promise<StartSqlJs> {
  try {
    importScripts(new URL("sql-wasm.js", base).href);
  } catch (error) {
    throw new SearchError("network", `sql-wasm.js could not be loaded: ${error}`);
  }
  const init = self.initSqlJs;
  if (!init) throw new SearchError("damaged", "sql-wasm.js is not what it should be");
  return () => init({ locateFile: (name) => new URL(name, base).href });
}

const early = new Early(http);
const session = new Session(
  async (base, choice) => {
    const { engine, chunks } = await openIndex(base, choice, early, () => loadSqlJs(base));
    return { engine, ahead: new Ahead(chunks) };
  },
  (reply) => self.postMessage(reply),
);

self.onmessage = ({ data }: MessageEvent<Request | EarlyFile>) => {
  if (data.method === "file") early.take(data);
  else void session.handle(data);
};
