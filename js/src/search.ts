/** The public module `search.js`: one promise a search, answered by a worker. */
import { type Connect, createClient } from "./client.ts";
import type { Reply } from "./messages.ts";
import { type Search, SearchError } from "./types.ts";

export type * from "./types.ts";
export { SearchError } from "./types.ts";

export interface SearchConfig {
  /** The site's folder `fts/`. Default: where this module comes from. */
  base?: string | URL;
}

/** A search over the index at `base`. Nothing is fetched before `warm` or the first `search`. */
export function createSearch({ base = new URL(".", import.meta.url) }: SearchConfig = {}): Search {
  return createClient(base, startWorker);
}

const startWorker: Connect = (folder, { reply, fail }) => {
  let worker: Worker;
  try {
    worker = new Worker(new URL("worker.js", folder));
  } catch (error) {
    throw new SearchError("engine", `the worker could not be started: ${error}`);
  }
  worker.onmessage = ({ data }: MessageEvent<Reply>) => reply(data);
  worker.onerror = (event) => {
    event.preventDefault();
    // A script that cannot be fetched says nothing more than that it failed.
    fail(
      event.message
        ? new SearchError("engine", `the worker failed: ${event.message}`)
        : new SearchError("network", "worker.js could not be loaded"),
    );
  };
  return { send: (request) => worker.postMessage(request), end: () => worker.terminate() };
};
