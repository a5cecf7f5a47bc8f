/** One promise a search, whoever answers: calls and replies are matched, failures ended and tried again. */
import type { Reply, Request, Result } from "./messages.ts";
import {
  type Answer,
  type EngineChoice,
  isSearchError,
  type PageText,
  type Passages,
  type Search,
  SearchError,
} from "./types.ts";

/** Failures after which the engine may be broken or the index may have been replaced on the server. */
const FATAL = new Set(["network", "damaged", "format", "engine"]);

/** The way to what holds the index and the engine: a worker, or the page itself. */
export interface Port {
  send(request: Request): void;
  /** Nothing more is wanted. */
  end(): void;
}

/** Who is told what comes back through a port, later than the call that opened it. */
export interface Receiver {
  reply(reply: Reply): void;
  /** Nothing more will come. */
  fail(error: SearchError): void;
}

/** Opens a port. May throw a `SearchError`. */
export type Connect = (folder: URL, receiver: Receiver) => Port;

/** A search over the index in the folder `base` by an engine, reached by `connect` when it is first needed. */
export function createClient(base: string | URL, engine: EngineChoice, connect: Connect): Search {
  const folder = new URL(base, document.baseURI);
  if (!folder.pathname.endsWith("/")) folder.pathname += "/";
  let connection: Connection | undefined;
  let closed = false;

  const connected = (): Connection => {
    if (closed) throw new SearchError("aborted", "this search was closed");
    connection ??= new Connection(folder, engine, connect, (failed) => {
      if (connection === failed) connection = undefined;
    });
    return connection;
  };

  const ask = async (question: Question, signal?: AbortSignal): Promise<Result> => {
    if (signal?.aborted) throw aborted();
    const first = connected();
    try {
      return await first.ask(question, signal);
    } catch (error) {
      if (signal?.aborted) throw aborted();
      // The site may have been published anew under an open page: its chunks are gone, but a new manifest names
      // others. One more try with a fresh connection tells.
      const stale = isSearchError(error) && error.code === "network" && first.wasOpen;
      if (!stale) throw error;
      return connected().ask(question, signal);
    }
  };

  return {
    async warm() {
      await connected().opened;
    },
    async search(query, { signal, ...options } = {}) {
      return (await ask({ method: "search", query, options }, signal)) as Answer;
    },
    async excerpts(query, urls, { signal, ...options } = {}) {
      const question: Question = { method: "excerpts", query, urls, options };
      return (await ask(question, signal)) as (Passages | null)[];
    },
    async read(url, { signal } = {}) {
      return (await ask({ method: "read", url }, signal)) as PageText | null;
    },
    close() {
      closed = true;
      connection?.end(new SearchError("aborted", "this search was closed"));
      connection = undefined;
    },
  };
}

type Question = WithoutId<Exclude<Request, { method: "open" | "cancel" }>>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

interface Call {
  resolve(answer: Result): void;
  reject(error: Error): void;
}

/** One port. After a failure that what is behind it may not survive it is ended, and the next call opens a new one. */
class Connection {
  readonly opened: Promise<void>;
  wasOpen = false;
  readonly #port: Port;
  readonly #calls = new Map<number, Call>();
  readonly #onEnd: (connection: Connection) => void;
  #next = 1;

  constructor(folder: URL, engine: EngineChoice, connect: Connect, onEnd: (connection: Connection) => void) {
    this.#onEnd = onEnd;
    this.#port = connect(folder, {
      reply: (reply) => this.#settle(reply),
      fail: (error) => this.end(error),
    });
    this.opened = this.#call((id) => ({ method: "open", id, base: folder.href, engine })).then(() => {
      this.wasOpen = true;
    });
    // Those who wait for it are told; nobody need.
    this.opened.catch(() => {});
  }

  async ask(question: Question, signal?: AbortSignal): Promise<Result> {
    let cancel: (() => void) | undefined;
    try {
      return await this.#call((id) => {
        cancel = () => {
          this.#port.send({ method: "cancel", id });
          this.#settle({ id, ok: false, code: "aborted", message: aborted().message });
        };
        signal?.addEventListener("abort", cancel);
        return { ...question, id };
      });
    } finally {
      if (cancel) signal?.removeEventListener("abort", cancel);
    }
  }

  /** Whoever still waits is told `error`. */
  end(error: SearchError): void {
    this.#port.end();
    this.#onEnd(this);
    for (const call of this.#calls.values()) call.reject(error);
    this.#calls.clear();
  }

  #call(request: (id: number) => Request): Promise<Result> {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#port.send(request(id));
    });
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
