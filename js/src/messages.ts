import type { Answer, EngineChoice, ErrorCode, PageText, Passages, SearchOptions } from "./types.ts";

type Options = Omit<SearchOptions, "signal">;

/** What each call is answered. */
export type Result = null | Answer | (Passages | null)[] | PageText;

/** What the page says to the worker. Calls are answered by a reply with the same `id`. */
export type Request =
  | { method: "open"; id: number; base: string; engine: EngineChoice }
  | { method: "search"; id: number; query: string; options: Options }
  | { method: "excerpts"; id: number; query: string; urls: readonly string[]; options: Options }
  | { method: "read"; id: number; url: string }
  /** The call with this id is no longer wanted. */
  | { method: "cancel"; id: number };

export type Reply =
  | { id: number; ok: true; answer: Result }
  | { id: number; ok: false; code: ErrorCode; message: string };
