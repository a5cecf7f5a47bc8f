/** A `Worker` whose answers are given by the test, so that they can come late, out of order or not at all. */
import type { EarlyFile } from "../../src/early.ts";
import type { Reply, Request } from "../../src/messages.ts";
import type { Answer, ErrorCode } from "../../src/types.ts";

export class FakeWorker {
  /** All workers started since the test began, in order. */
  static started: FakeWorker[] = [];

  static get last(): FakeWorker {
    const worker = FakeWorker.started.at(-1);
    if (!worker) throw new Error("no worker was started");
    return worker;
  }

  onmessage?: (event: { data: Reply }) => void;
  onerror?: (event: { message?: string; preventDefault(): void }) => void;
  readonly received: Request[] = [];
  /** Names of the files that the page fetched for it. */
  readonly files: string[] = [];
  terminated = false;

  constructor(readonly url: URL) {
    FakeWorker.started.push(this);
  }

  postMessage(request: Request | EarlyFile): void {
    if (request.method === "file") this.files.push(request.name);
    else this.received.push(structuredClone(request));
  }

  terminate(): void {
    this.terminated = true;
  }

  /** The id of the call with this query, or of the call that opened the index. */
  idOf(query?: string): number {
    const call = this.received.find((request) =>
      query === undefined
        ? request.method === "open"
        : request.method === "search" && request.query === query,
    );
    if (!call) throw new Error(`the worker was not asked for ${query ?? "the index"}`);
    return call.id;
  }

  opened(): void {
    this.reply({ id: this.idOf(), ok: true, answer: null });
  }

  answer(query: string): void {
    this.reply({ id: this.idOf(query), ok: true, answer: emptyAnswer(query) });
  }

  fail(code: ErrorCode, query?: string): void {
    this.reply({ id: this.idOf(query), ok: false, code, message: `failed: ${code}` });
  }

  reply(reply: Reply): void {
    this.onmessage?.({ data: reply });
  }
}

export function emptyAnswer(query: string): Answer {
  return { ok: true, query, total: 0, hidden: 0, relaxed: false, corrections: [], groups: [] };
}
