/** What answers a client's requests, in a worker or in the page: holds one engine. */
import type { Engine } from "./engine/engine.ts";
import type { Reply, Request } from "./messages.ts";
import { answer } from "./query/answer.ts";
import { pageText } from "./query/pagetext.ts";
import { type EngineChoice, SearchError } from "./types.ts";

/** Starts an engine over the index in a folder; rejects with a `SearchError`. */
export type Open = (base: URL, engine: EngineChoice) => Promise<Engine>;

export class Session {
  readonly #open: Open;
  readonly #reply: (reply: Reply) => void;
  readonly #cancelled = new Set<number>();
  #engine: Promise<Engine> | undefined;

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
        this.#engine = this.#open(new URL(request.base), request.engine);
        await this.#engine;
        reply = { id, ok: true, answer: null };
      } else {
        reply = { id, ok: true, answer: await this.#answer(request) };
      }
    } catch (error) {
      const code = error instanceof SearchError ? error.code : "engine";
      reply = { id, ok: false, code, message: error instanceof Error ? error.message : String(error) };
    }
    this.#cancelled.delete(id);
    this.#reply(reply);
  }

  /** Frees the engine's memory. */
  async close(): Promise<void> {
    (await this.#engine)?.close();
  }

  async #answer(request: Extract<Request, { method: "search" | "read" }>) {
    // Let a `cancel` that is already on its way come first.
    await new Promise((resolve) => setTimeout(resolve));
    const checkpoint = () => {
      if (this.#cancelled.has(request.id)) throw new SearchError("aborted", "the search was given up");
    };
    checkpoint();
    if (!this.#engine) throw new SearchError("engine", "the session was asked before it was opened");
    const engine = await this.#engine;
    return request.method === "read"
      ? pageText(engine, request.url)
      : answer(engine, request.query, request.options, checkpoint);
  }
}
