import type { Answer, EngineChoice, ErrorCode, PageText, SearchOptions } from "./types.ts";

/** What the page says to the worker. Calls are answered by a reply with the same `id`. */
export type Request =
  | { method: "open"; id: number; base: string; engine: EngineChoice }
  | { method: "search"; id: number; query: string; options: Omit<SearchOptions, "signal"> }
  | { method: "read"; id: number; url: string }
  /** The call with this id is no longer wanted. */
  | { method: "cancel"; id: number };

export type Reply =
  | { id: number; ok: true; answer: Answer | PageText | null }
  | { id: number; ok: false; code: ErrorCode; message: string };
