/** What answers a client's requests, in a worker or in the page: holds one engine. */
import type { Engine } from "./engine/engine.ts";
import { Kept } from "./kept.ts";
import type { Reply, Request, Result } from "./messages.ts";
import type { Ahead } from "./pages/ahead.ts";
import { answerFrom, excerptsFrom } from "./query/answer.ts";
import { Finding } from "./query/finding.ts";
import { pageText } from "./query/pagetext.ts";
import { type EngineChoice, isSearchError, SearchError } from "./types.ts";

/** How many of the last queries are kept: what is asked for while typing, for further slices, and on the way back. */
const KEPT_FINDINGS = 8;

type Question = Exclude<Request, { method: "open" | "cancel" }>;

/** Starts an engine over the index in a folder; rejects with a `SearchError`. */
export type Open = (base: URL, engine: EngineChoice) => Promise<Opened>;

export interface Opened {
  engine: Engine;
  /** Where fetching ahead is of use. */
  ahead?: Ahead;
}

export class Session {
  readonly #open: Open;
  readonly #reply: (reply: Reply) => void;
  readonly #cancelled = new Set<number>();
  readonly #findings = new Kept<string, Finding>(KEPT_FINDINGS);
  #opened: Promise<Opened> | undefined;
  /** Questions that are not answered yet. */
  #asked = 0;

  constructor(open: Open, reply: (reply: Reply) => void) {
    this.#open = open;
    this.#reply = reply;
  }

  /** Every request but `cancel` is replied to, never before this returns. */
  async handle(request: Request): Promise<void> {
    const { id } = request;
    if (request.method === "cancel") {
      this.#cancelled.add(id);
      return;
    }
    let reply: Reply;
    try {
      if (request.method === "open") {
        this.#opened = this.#open(new URL(request.base), request.engine);
        await this.#opened;
        reply = { id, ok: true, answer: null };
      } else {
        reply = { id, ok: true, answer: await this.#answer(request) };
      }
    } catch (error) {
      const code = isSearchError(error) ? error.code : "engine";
      reply = { id, ok: false, code, message: error instanceof Error ? error.message : String(error) };
    }
    this.#cancelled.delete(id);
    this.#reply(reply);
  }

  /** Frees the engine's memory. */
  async close(): Promise<void> {
    const opened = await this.#opened;
    opened?.ahead?.stop();
    opened?.engine.close();
  }

  async #answer(request: Question): Promise<Result> {
    // Let a `cancel` that is already on its way come first.
    await new Promise((resolve) => setTimeout(resolve));
    if (!this.#opened) throw new SearchError("engine", "the session was asked before it was opened");
    const { engine, ahead } = await this.#opened;
    const check = () => {
      if (this.#cancelled.has(request.id)) throw new SearchError("aborted", "the search was given up");
    };
    ahead?.stop();
    this.#asked++;
    try {
      return await this.#ask(askedWhile(engine, check), request);
    } finally {
      if (--this.#asked === 0) ahead?.start();
    }
  }

  async #ask(engine: Engine, request: Question): Promise<Result> {
    if (request.method === "read") return pageText(engine, request.url);
    const { query, options } = request;
    const finding = await this.#find(engine, query, options.typing);
    return request.method === "search"
      ? answerFrom(engine, finding, options)
      : excerptsFrom(engine, finding, request.urls, options);
  }

  async #find(engine: Engine, query: string, typing = false): Promise<Finding> {
    const key = `${typing} ${query}`;
    const finding = this.#findings.get(key) ?? (await Finding.of(engine, query, typing));
    this.#findings.set(key, finding);
    return finding;
  }
}

/** The engine for as long as `check` does not throw: a search is given up before what it would ask for next. */
function askedWhile(engine: Engine, check: () => void): Engine {
  return new Proxy(engine, {
    get(target, name: keyof Engine) {
      return (...values: unknown[]) => {
        check();
        return Reflect.apply(target[name], target, values);
      };
    },
  });
}
