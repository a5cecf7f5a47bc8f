/** Turns what the reader does into searches, and their answers into states. Knows no document. */

import { type Search, SearchError, type SearchOptions } from "../types.ts";
import { literalQuery } from "./corrections.ts";
import { Debounce } from "./debounce.ts";
import { describeAnswer, describeFailure, describeSlice } from "./describe.ts";
import { codeOf, failureOf } from "./failures.ts";
import { type Kept, withRecent } from "./memory.ts";
import {
  type Change,
  initialState,
  isSameInAllWikis,
  isSameQuery,
  type Query,
  reduce,
  type State,
} from "./state.ts";
import { isButton, nextStop, stopsOf } from "./stops.ts";
import { Teller } from "./teller.ts";
import { fill, type Texts } from "./texts.ts";

/** Hits of a group in one slice. */
const SLICE = 10;

/** Milliseconds. */
const TYPING_PAUSE = 80;
/** Lets the echo of the keys end before the count is read out, and only the last count be read. */
const ANNOUNCEMENT_PAUSE = 500;

export interface Host {
  createSearch(): Search;
  texts: Texts;
  /** What the device keeps from one visit to the next. */
  memory: { read(): Kept; write(kept: Kept): void };
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
  readonly #teller = new Teller((change) => this.#dispatch(change));
  /**
   * While an answer is awaited: whether the reader has chosen among the older results, or has pressed Enter to open
   * the first of the newer.
   */
  #enter: "idle" | "chosen" | "pressed" = "idle";

  constructor(
    readonly host: Host,
    { selectsFirst = true } = {},
  ) {
    this.#state = { ...initialState, ...host.memory.read(), selectsFirst };
  }

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
    this.#keep();
    this.#ask(this.#state.query?.typing ?? false);
  }

  /** Narrows the search to a wiki, or widens it to all. */
  setWiki(wiki: State["wiki"]): void {
    this.#dispatch({ type: "wikiSet", wiki });
    this.#ask(this.#state.query?.typing ?? false);
  }

  /** The search was of use: it joins the recent ones. */
  remember(): void {
    const { query, recent } = this.#state;
    if (query) this.#setRecent(withRecent(recent, query.text));
  }

  /** Without `text`, all of them. */
  forget(text?: string): void {
    this.#setRecent(text === undefined ? [] : this.#state.recent.filter((each) => each !== text));
  }

  #setRecent(recent: string[]): void {
    this.#dispatch({ type: "recentSet", recent });
    this.#keep();
  }

  #keep(): void {
    const { drafts, recent } = this.#state;
    this.host.memory.write({ drafts, recent });
  }

  searchLiterally(): void {
    const { shown } = this.#state;
    if (shown) this.searchFor(literalQuery(shown.query.text, shown.answer.corrections));
  }

  /** With a new engine, for the old one may be what failed. */
  retry(): void {
    this.#search?.close();
    this.#search = undefined;
    const { opened } = this.#state;
    if (opened) {
      this.openText(opened.url, opened.anchor);
      return;
    }
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

  /** Shows a document's text in the place of the results. */
  async openText(url: string, anchor: string): Promise<void> {
    this.#dispatch({ type: "textAsked", url, anchor });
    const { signal } = this.#abort;
    try {
      const text = await this.#engine().read(url, { signal });
      if (text === null) throw new SearchError("format", `the index has no ${url}`);
      this.#dispatch({ type: "textRead", url, text });
      this.#teller.announce(fill(this.host.texts.messages.openedText, { title: text.title }).join(""));
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      this.#dispatch({ type: "textFailed", url, failure });
      this.#teller.announce(describeFailure(this.host.texts, failure));
    }
  }

  /** Back to the results. */
  closeText(): void {
    this.#dispatch({ type: "textClosed" });
  }

  /** Takes up an address of the search page, which gives everybody the same results. */
  start(text: string, { drafts, wiki }: { drafts: boolean; wiki: string | null }): void {
    if (text || drafts) this.#dispatch({ type: "draftsSet", on: drafts });
    if (wiki) this.#dispatch({ type: "wikiSet", wiki: { id: wiki, title: wiki } });
    this.searchFor(text);
  }

  toggleGenerated(): void {
    this.#dispatch({ type: "generatedToggled" });
  }

  /** The focus has gone from a button among the stops to the input: a result is selected again. */
  leaveButton(): void {
    if (!isButton(this.#state.selected)) return;
    const options = stopsOf(this.#state).filter((id) => !isButton(id));
    const before = stopsOf(this.#state).slice(
      0,
      stopsOf(this.#state).indexOf(this.#state.selected as string),
    );
    this.select(before.at(-1) ?? options[0] ?? null);
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
    this.#teller.announce("");
  }

  /** Nothing will be asked any more. */
  end(): void {
    this.#giveUp();
    this.#search?.close();
    this.#search = undefined;
  }

  /** The dialog is opened again: what had been given up is asked anew. */
  resume(): void {
    // Another tab may have searched meanwhile.
    this.#dispatch({ type: "recentSet", recent: this.host.memory.read().recent });
    const { query, shown } = this.#state;
    if (query && shown?.query !== query) this.#ask(query.typing, { again: true });
  }

  /** @param how `pause`: wait for a pause in typing; `again`: also what was asked last. */
  #ask(typing: boolean, { pause = false, again = false } = {}): void {
    const { text, drafts, wiki } = this.#state;
    const query: Query = { text: text.trim(), drafts, typing, wiki: wiki?.id ?? null };
    if (!again && isSameQuery(this.#state.query, query)) return;
    if (query.text === "") {
      this.#giveUp();
      this.#teller.announce("");
      this.#dispatch({ type: "cleared" });
      return;
    }
    this.#enter = "idle";
    this.#giveUpSearches();
    this.#teller.beginWait(this.host.texts.messages.searching);
    this.#dispatch({ type: "asked", query });
    const run = () => this.#run(query);
    if (pause) this.#typing.run(run);
    else run();
  }

  async #run(query: Query): Promise<void> {
    this.#typing.cancel();
    const { signal } = this.#abort;
    try {
      const answer = await this.#engine().search(query.text, { ...optionsOf(query), size: SLICE, signal });
      if (signal.aborted) return;
      this.#dispatch({ type: "answered", answer });
      this.#teller.announce(
        describeAnswer(this.host.texts, query, answer, this.#state.wiki),
        ANNOUNCEMENT_PAUSE,
      );
      if (!isSameInAllWikis(this.#state.counted, query)) this.#count(query, signal);
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      this.#dispatch({ type: "failed", failure });
      this.#teller.announce(describeFailure(this.host.texts, failure));
    }
    this.#teller.endWait();
    this.#followAwaited();
  }

  /** Counts the results of all wikis for a search that was narrowed to one. */
  async #count(query: Query, signal: AbortSignal): Promise<void> {
    const everywhere = { ...query, wiki: null };
    try {
      const answer = await this.#engine().search(query.text, { ...optionsOf(everywhere), size: 1, signal });
      if (!signal.aborted) this.#dispatch({ type: "counted", query: everywhere, answer });
    } catch {
      // The counts before stay: the search itself has its answer.
    }
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
      const part = { ...optionsOf(shown.query), wiki, kind, page: slices + 1, size: SLICE };
      const answer = await this.#engine().search(shown.query.text, { ...part, signal });
      signal.throwIfAborted();
      const slice = answer.groups.find((each) => each.wiki === wiki && each.kind === kind);
      this.#dispatch({ type: "moreAnswered", group: index, slice });
      this.#teller.announce(describeSlice(this.host.texts, group.title, slice?.hits.length ?? 0));
    } catch (error) {
      if (this.#state.shown?.query !== shown.query) return;
      const gaveUp = signal.aborted || codeOf(error) === "aborted";
      this.#dispatch({ type: "moreFailed", group: index, gaveUp });
      if (!gaveUp) this.#teller.announce(describeFailure(this.host.texts, failureOf(error)));
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
    this.#teller.endWait();
  }

  #giveUpSearches(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }

  #dispatch(change: Change): void {
    const next = reduce(this.#state, change);
    if (next === this.#state) return;
    this.#state = next;
    this.host.show(next);
  }
}

function optionsOf({ drafts, typing, wiki }: Query): SearchOptions {
  return wiki === null ? { drafts, typing } : { drafts, typing, wiki };
}
