/** Turns what the reader does into searches, and their answers into states. Knows no document. */

import type { Search } from "../types.ts";
import { literalQuery } from "./corrections.ts";
import { Debounce } from "./debounce.ts";
import { describeAnswer, describeFailure, describeSlice } from "./describe.ts";
import {
  type Change,
  type Failure,
  initialState,
  isSameQuery,
  type Query,
  reduce,
  type State,
} from "./state.ts";
import { GENERATED, nextStop, stopsOf } from "./stops.ts";
import type { Texts } from "./texts.ts";

/** Hits of a group in one slice. */
const SLICE = 10;

/** Milliseconds. */
const TYPING_PAUSE = 80;
const SLOW = 300;
const SLOW_ANNOUNCED = 800;
/** Lets the echo of the keys end before the count is read out, and only the last count be read. */
const ANNOUNCEMENT_PAUSE = 500;

export interface Host {
  createSearch(): Search;
  texts: Texts;
  /** Shows a state. */
  show(state: State): void;
  /** Follows the result with this id, for which Enter was pressed before it was there. */
  follow(id: string): void;
}

export class Controller {
  #state = initialState;
  #search: Search | undefined;
  /** Gives up everything that belongs to the last query. */
  #abort = new AbortController();
  /** Slices are fetched one after the other: a newer search would end the one before it. */
  #slices = Promise.resolve();
  #typing = new Debounce(TYPING_PAUSE);
  #slowTimers: ReturnType<typeof setTimeout>[] = [];
  #announcementTimer: ReturnType<typeof setTimeout> | undefined;
  /**
   * While an answer is awaited: whether the reader has chosen among the older results, or has pressed Enter to open
   * the first of the newer.
   */
  #enter: "idle" | "chosen" | "pressed" = "idle";

  constructor(readonly host: Host) {}

  get state(): State {
    return this.#state;
  }

  /** Fetches what the first search needs. A failure shows in the search itself. */
  warm(): void {
    try {
      this.#engine()
        .warm()
        .catch(() => {});
    } catch {}
  }

  /** The reader has changed the text. After a space the last word is complete. */
  type(text: string): void {
    this.#dispatch({ type: "typed", text });
    this.#ask(!/\s$/.test(text), { pause: true });
  }

  /** Searches for a whole text at once. */
  searchFor(text: string): void {
    this.#dispatch({ type: "typed", text });
    this.#ask(false);
  }

  setDrafts(on: boolean): void {
    this.#dispatch({ type: "draftsSet", on });
    this.#ask(this.#state.query?.typing ?? false);
  }

  searchLiterally(): void {
    const { shown } = this.#state;
    if (shown) this.searchFor(literalQuery(shown.query.text, shown.answer.corrections));
  }

  /** With a new engine, for the old one may be what failed. */
  retry(): void {
    this.#search?.close();
    this.#search = undefined;
    this.#dispatch({ type: "retried" });
    this.resume();
  }

  move(step: 1 | -1): void {
    this.#enter = "chosen";
    this.select(nextStop(stopsOf(this.#state), this.#state.selected, step));
  }

  select(id: string | null): void {
    if (id !== this.#state.selected) this.#dispatch({ type: "selected", id });
  }

  toggleGenerated(): void {
    this.#dispatch({ type: "generatedToggled" });
  }

  /** The focus has gone from the button of the generated pages to the input: a result is selected again. */
  leaveGenerated(): void {
    if (this.#state.selected !== GENERATED) return;
    this.move(-1);
    if (this.#state.selected === GENERATED) this.move(1);
  }

  /** Enter: what to follow now. While newer results are awaited nothing, but then the first of those. */
  enter(): string | null {
    if (!this.#state.waiting || this.#enter === "chosen") return this.#state.selected;
    this.#enter = "pressed";
    this.#typing.flush();
    return null;
  }

  showMore(index: number): void {
    const { waiting, shown } = this.#state;
    // While newer results are awaited those on the screen are on their way out.
    if (waiting || shown?.groups[index]?.more === "loading") return;
    this.#dispatch({ type: "moreAsked", group: index });
    const { signal } = this.#abort;
    this.#slices = this.#slices.then(() => this.#fetchSlice(index, signal));
  }

  /** The dialog is closed: nothing is awaited any longer. */
  pause(): void {
    this.#giveUp();
    this.#announce("");
  }

  /** The dialog is opened again: what had been given up is asked anew. */
  resume(): void {
    const { query, shown } = this.#state;
    if (query && shown?.query !== query) this.#ask(query.typing, { again: true });
  }

  /** @param how `pause`: wait for a pause in typing; `again`: also what was asked last. */
  #ask(typing: boolean, { pause = false, again = false } = {}): void {
    const query: Query = { text: this.#state.text.trim(), drafts: this.#state.drafts, typing };
    if (!again && isSameQuery(this.#state.query, query)) return;
    if (query.text === "") {
      this.#giveUp();
      this.#announce("");
      this.#dispatch({ type: "cleared" });
      return;
    }
    this.#enter = "idle";
    this.#giveUpSearches();
    if (this.#slowTimers.length === 0) this.#startSlowTimers();
    this.#dispatch({ type: "asked", query });
    const run = () => this.#run(query);
    if (pause) this.#typing.run(run);
    else run();
  }

  async #run(query: Query): Promise<void> {
    this.#typing.cancel();
    const { signal } = this.#abort;
    try {
      const { text, ...options } = query;
      const answer = await this.#engine().search(text, { ...options, size: SLICE, signal });
      if (signal.aborted) return;
      this.#dispatch({ type: "answered", answer });
      this.#announce(describeAnswer(this.host.texts, query.text, answer), ANNOUNCEMENT_PAUSE);
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      this.#dispatch({ type: "failed", failure });
      this.#announce(describeFailure(this.host.texts, failure));
    }
    this.#stopSlowTimers();
    this.#followAwaited();
  }

  /** Only what was asked for: a corrected or relaxed answer is for the reader to judge. */
  #followAwaited(): void {
    const { shown, selected } = this.#state;
    const asAsked = shown && !shown.answer.relaxed && shown.answer.corrections.length === 0;
    if (this.#enter === "pressed" && asAsked && selected !== null) this.host.follow(selected);
    this.#enter = "idle";
  }

  async #fetchSlice(index: number, signal: AbortSignal): Promise<void> {
    const { shown } = this.#state;
    const group = shown?.groups[index];
    if (!shown || !group) return;
    const { wiki, kind, slices } = group;
    try {
      signal.throwIfAborted();
      const { text, ...options } = shown.query;
      const part = { wiki, kind, page: slices + 1, size: SLICE };
      const answer = await this.#engine().search(text, { ...options, ...part, signal });
      signal.throwIfAborted();
      const slice = answer.groups.find((each) => each.wiki === wiki && each.kind === kind);
      this.#dispatch({ type: "moreAnswered", group: index, slice });
      this.#announce(describeSlice(this.host.texts, group.title, slice?.hits.length ?? 0));
    } catch (error) {
      if (this.#state.shown?.query !== shown.query) return;
      const gaveUp = signal.aborted || codeOf(error) === "aborted";
      this.#dispatch({ type: "moreFailed", group: index, gaveUp });
      if (!gaveUp) this.#announce(describeFailure(this.host.texts, failureOf(error)));
    }
  }

  #engine(): Search {
    this.#search ??= this.host.createSearch();
    return this.#search;
  }

  #giveUp(): void {
    this.#enter = "idle";
    this.#giveUpSearches();
    this.#typing.cancel();
    this.#stopSlowTimers();
  }

  #giveUpSearches(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  #startSlowTimers(): void {
    this.#slowTimers = [
      setTimeout(() => this.#dispatch({ type: "slowed" }), SLOW),
      setTimeout(() => this.#announce(this.host.texts.messages.searching), SLOW_ANNOUNCED),
    ];
  }

  #stopSlowTimers(): void {
    this.#slowTimers.forEach(clearTimeout);
    this.#slowTimers = [];
  }

  #announce(text: string, pause = 0): void {
    clearTimeout(this.#announcementTimer);
    this.#announcementTimer = setTimeout(() => this.#dispatch({ type: "announced", text }), pause);
  }

  #dispatch(change: Change): void {
    const next = reduce(this.#state, change);
    if (next === this.#state) return;
    this.#state = next;
    this.host.show(next);
  }
}

const FAILURES: readonly unknown[] = ["network", "damaged", "format", "engine"] satisfies Failure[];

/** By its code and not by its class: `search.js` is a module of its own, with a class of its own. */
function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code;
}

function failureOf(error: unknown): Failure {
  const code = codeOf(error);
  if (FAILURES.includes(code)) return code as Failure;
  // No message to the reader can say what this is; the console can.
  console.error(error);
  return "unknown";
}
