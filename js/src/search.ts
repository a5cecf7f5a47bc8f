/** The public module `search.js`: one promise a search, answered by a worker. */
import { createClient, type Port, type Receiver } from "./client.ts";
import { fetchEarly } from "./early.ts";
import type { Reply } from "./messages.ts";
import { type EngineChoice, type Search, SearchError } from "./types.ts";

/** In this name's place the plugin writes the database that is published together with this module. */
declare const __FTS_DATABASE__: string;

const HOME = new URL(".", import.meta.url);

export type * from "./types.ts";
export { SearchError } from "./types.ts";

export interface SearchConfig {
  /** The site's folder `fts/`. Default: where this module comes from. */
  base?: string | URL;
  /** Default: `auto`. */
  engine?: EngineChoice | undefined;
}

/** A search over the index at `base`. Nothing is fetched before `warm` or the first `search`. */
export function createSearch({ base = HOME, engine = "auto" }: SearchConfig = {}): Search {
  return createClient(base, engine, (folder, receiver) => startWorker(folder, receiver, engine));
}

function startWorker(folder: URL, { reply, fail }: Receiver, engine: EngineChoice): Port {
  const url = new URL("worker.js", folder);
  let forbidden = false;
  const onViolation = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    forbidden ||= blockedURI === url.href;
  };
  let worker: Worker;
  try {
    worker = new Worker(url);
  } catch (error) {
    throw new SearchError("engine", `the worker could not be started: ${error}`);
  }
  document.addEventListener("securitypolicyviolation", onViolation);
  worker.onmessage = ({ data }: MessageEvent<Reply>) => reply(data);
  worker.onerror = (event) => {
    event.preventDefault();
    fail(failureOf(event.message, forbidden));
  };
  const end = () => {
    document.removeEventListener("securitypolicyviolation", onViolation);
    worker.terminate();
  };
  const expected = folder.href === HOME.href ? __FTS_DATABASE__ : undefined;
  fetchEarly(folder, engine, expected, (file) =>
    worker.postMessage(file, file.content ? [file.content] : []),
  );
  return { send: (request) => worker.postMessage(request), end };
}

/** A script that cannot be loaded says nothing more than that it failed. */
function failureOf(message: string, forbidden: boolean): SearchError {
  if (message) return new SearchError("engine", `the worker failed: ${message}`);
  if (!forbidden) return new SearchError("network", "worker.js could not be loaded");
  const mend = "whose worker-src must have 'self' (docs/hosting.md of mkdocs-fts)";
  return new SearchError("engine", `worker.js is forbidden by the site's content security policy, ${mend}`);
}
