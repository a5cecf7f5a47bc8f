import { type Core, optionsOf } from "./core.ts";
import type { Shown, ShownHit } from "./state.ts";
import { hitAt, hitsOf } from "./stops.ts";

/** How many of the first results get their excerpts at once. */
const FIRST = 10;
/** Of a result that is seen, so many neighbours before and after are likely to be seen next. */
const BEFORE = 1;
const AFTER = 4;
/** Milliseconds that a result waits for its section before its page is opened at the top. */
const PATIENCE = 500;

/** The calls that belong to one search. */
interface Calls {
  signal: AbortSignal;
  /** URLs to ask for next. */
  wanted: Set<string>;
  /** Those that are asked for now. */
  asked: readonly string[];
  running: Promise<void> | undefined;
}

/**
 * Asks for the excerpts of results that are seen. What gathers while a call is on its way goes out as the next one. Where
 * a call fails the titles stay, and what is seen anew is asked for again.
 */
export class Excerpts {
  #calls: Calls | undefined;

  constructor(readonly core: Core) {}

  /** There are new results, or the old ones are shown again. */
  begin(): void {
    this.#want(hitsOf(this.core.state).slice(0, FIRST));
  }

  /** Results with these ids, or sections of them, are in view or selected. */
  see(ids: readonly string[]): void {
    const { state } = this.core;
    const hits = hitsOf(state);
    this.#want(
      ids.flatMap((id) => {
        const hit = hitAt(state, id);
        const at = hit ? hits.indexOf(hit) : -1;
        return at < 0 ? [] : hits.slice(Math.max(0, at - BEFORE), at + AFTER + 1);
      }),
    );
  }

  /** Returns when the excerpt of this result is there, or will not come soon. */
  async of(hit: ShownHit): Promise<void> {
    this.#want([hit]);
    await Promise.race([this.#calls?.running, new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
  }

  #want(hits: readonly ShownHit[]): void {
    const { state, signal } = this.core;
    // While newer results are awaited those on the screen are on their way out.
    if (state.waiting) return;
    if (this.#calls?.signal !== signal) {
      this.#calls = { signal, wanted: new Set(), asked: [], running: undefined };
    }
    const calls = this.#calls;
    for (const { pending, url } of hits) if (pending && !calls.asked.includes(url)) calls.wanted.add(url);
    if (calls.wanted.size > 0) calls.running ??= this.#run(calls);
  }

  async #run(calls: Calls): Promise<void> {
    const { core } = this;
    while (core.state.shown && calls.wanted.size > 0 && !calls.signal.aborted) {
      calls.asked = [...calls.wanted];
      calls.wanted.clear();
      try {
        await this.#ask(core.state.shown, calls);
      } catch {
        // The same would fail for those that gathered meanwhile.
        calls.wanted.clear();
      }
    }
    calls.asked = [];
    calls.running = undefined;
  }

  async #ask({ query, groups }: Shown, { asked: urls, signal }: Calls): Promise<void> {
    // As far as the results go: where the search has to be asked again, these are among them.
    const size = Math.max(...groups.map(({ hits }) => hits.length));
    const options = { ...optionsOf(query), size, signal };
    const passages = await this.core.search.excerpts(query.text, urls, options);
    if (!signal.aborted) this.core.dispatch({ type: "described", query, urls, passages });
  }
}
