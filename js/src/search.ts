/** The public module `search.js`: one promise a search, answered by a worker. */
import type { Reply, Request } from "./messages.ts";
import { type Answer, type Search, SearchError, type SearchOptions } from "./types.ts";

export type * from "./types.ts";
export { SearchError } from "./types.ts";

/** Failures after which the worker may hold a broken engine or an index that was replaced on the server. */
const FATAL = new Set(["network", "damaged", "format", "engine"]);

export interface SearchConfig {
  /** The site's folder `fts/`. Default: where this module comes from. */
  base?: string | URL;
}

/** A search over the index at `base`. Nothing is fetched before `warm` or the first `search`. */
export function createSearch({ base = new URL(".", import.meta.url) }: SearchConfig = {}): Search {
  const folder = new URL(base, document.baseURI);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  let connection: Connection | undefined;
  let closed = false;

  const connect = (): Connection => {
    if (closed) throw new SearchError("aborted", "this search was closed");
    connection ??= new Connection(folder, (failed) => {
      if (connection === failed) connection = undefined;
    });
    return connection;
  };

  return {
    async warm() {
      await connect().opened;
    },
    async search(query, { signal, ...options } = {}) {
      if (signal?.aborted) throw aborted();
      const first = connect();
      try {
        return await first.search(query, options, signal);
      } catch (error) {
        if (signal?.aborted) throw aborted();
        // The site may have been published anew under an open page: its chunks are gone, but a new manifest names
        // others. One more try with a fresh worker tells.
        const stale = error instanceof SearchError && error.code === "network" && first.wasOpen;
        if (!stale) throw error;
        return connect().search(query, options, signal);
      }
    },
    close() {
      closed = true;
      connection?.end(new SearchError("aborted", "this search was closed"));
      connection = undefined;
    },
  };
}

interface Call {
  resolve(answer: Answer | null): void;
  reject(error: Error): void;
}

/** One worker. After a failure that it may not survive it is ended, and the next call makes a new one. */
class Connection {
  readonly opened: Promise<void>;
  wasOpen = false;
  readonly #worker: Worker;
  readonly #calls = new Map<number, Call>();
  readonly #onEnd: (connection: Connection) => void;
  #next = 1;

  constructor(folder: URL, onEnd: (connection: Connection) => void) {
    this.#onEnd = onEnd;
    try {
      this.#worker = new Worker(new URL("worker.js", folder));
    } catch (error) {
      throw new SearchError("engine", `the worker could not be started: ${error}`);
    }
    this.#worker.onmessage = ({ data }: MessageEvent<Reply>) => this.#settle(data);
    this.#worker.onerror = (event) => {
      event.preventDefault();
      // A script that cannot be fetched says nothing more than that it failed.
      const error = event.message
        ? new SearchError("engine", `the worker failed: ${event.message}`)
        : new SearchError("network", "worker.js could not be loaded");
      this.end(error);
    };
    this.opened = this.#call((id) => ({ method: "open", id, base: folder.href })).then(() => {
      this.wasOpen = true;
    });
    // Those who wait for it are told; nobody need.
    this.opened.catch(() => {});
  }

  async search(query: string, options: Omit<SearchOptions, "signal">, signal?: AbortSignal): Promise<Answer> {
    let cancel: (() => void) | undefined;
    try {
      return (await this.#call((id) => {
        cancel = () => {
          this.#send({ method: "cancel", id });
          this.#settle({ id, ok: false, code: "aborted", message: aborted().message });
        };
        signal?.addEventListener("abort", cancel);
        return { method: "search", id, query, options };
      })) as Answer;
    } finally {
      if (cancel) signal?.removeEventListener("abort", cancel);
    }
  }

  /** End the worker; whoever still waits is told `error`. */
  end(error: SearchError): void {
    this.#worker.terminate();
    this.#onEnd(this);
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  #call(request: (id: number) => Request): Promise<Answer | null> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#send(request(id));
    });
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #settle(reply: Reply): void {
    const call = this.#calls.get(reply.id);
    if (!call) return; // given up, or answered already
    this.#calls.delete(reply.id);
    if (reply.ok) {
      call.resolve(reply.answer);
      return;
    }
    const error = new SearchError(reply.code, reply.message);
    call.reject(error);
    if (FATAL.has(reply.code)) this.end(error);
  }
}

function aborted(): SearchError {
  return new SearchError("aborted", "the search was given up");
}
