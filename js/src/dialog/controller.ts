/** Turns what the reader does into searches, and their answers into states. Knows no document. */

import { Core, type Host, optionsOf, SLICE } from "./core.ts";
import { literalQuery } from "./corrections.ts";
import { Debounce } from "./debounce.ts";
import { describeAnswer, describeFailure } from "./describe.ts";
import { Excerpts } from "./excerpts.ts";
import { failureOf } from "./failures.ts";
import { openText } from "./opened.ts";
import { Recent } from "./recent.ts";
import { Slices } from "./slices.ts";
import { isSameInAllWikis, isSameQuery, type Query, type State } from "./state.ts";
import { hitAt, isButton, nextStop, stopsOf } from "./stops.ts";

/** Milliseconds. */
const TYPING_PAUSE = 80;
/** Lets the echo of the keys end before the count is read out, and only the last count be read. */
const ANNOUNCEMENT_PAUSE = 500;

export class Controller {
  readonly #core: Core;
  readonly #slices: Slices;
  readonly #excerpts: Excerpts;
  readonly #recent: Recent;
  readonly #typing = new Debounce(TYPING_PAUSE);
  /**
   * While an answer is awaited: whether the reader has chosen among the older results, or has pressed Enter to open
   * the first of the newer.
   */
  #enter: "idle" | "chosen" | "pressed" = "idle";
  /** Of what is about to be followed only the last is. */
  #following = 0;

  constructor(host: Host, { selectsFirst = true } = {}) {
    this.#core = new Core(host, selectsFirst);
    this.#excerpts = new Excerpts(this.#core);
    this.#slices = new Slices(this.#core, this.#excerpts);
    this.#recent = new Recent(this.#core);
  }

  get state(): State {
    return this.#core.state;
  }

  /** Fetches what the first search needs. A failure shows in the search itself. */
  warm(): void {
    try {
      this.#core.search.warm().catch(() => {});
    } catch {}
  }

  /** The reader has changed the text. After a space the last word is complete. */
  type(text: string): void {
    this.#core.dispatch({ type: "typed", text });
    this.#ask(!/\s$/.test(text), { pause: true });
  }

  /** Searches for a whole text at once. */
  searchFor(text: string): void {
    this.#core.dispatch({ type: "typed", text });
    this.#ask(false);
  }

  setDrafts(on: boolean): void {
    this.#core.dispatch({ type: "draftsSet", on });
    this.#recent.keep();
    this.#ask(this.state.query?.typing ?? false);
  }

  /** Narrows the search to a wiki, or widens it to all. */
  setWiki(wiki: State["wiki"]): void {
    this.#core.dispatch({ type: "wikiSet", wiki });
    this.#ask(this.state.query?.typing ?? false);
  }

  /** The search was of use: it joins the recent ones. */
  remember(): void {
    this.#recent.remember();
  }

  /** Drops a recent search; without `text`, all of them. */
  forget(text?: string): void {
    this.#recent.forget(text);
  }

  searchLiterally(): void {
    const { shown } = this.state;
    if (shown) this.searchFor(literalQuery(shown.query.text, shown.answer.corrections));
  }

  /** With a new engine, for the old one may be what failed. */
  retry(): void {
    this.#core.endSearch();
    const { opened } = this.state;
    if (opened) {
      this.openText(opened.url, opened.anchor);
      return;
    }
    this.#core.dispatch({ type: "retried" });
    this.resume();
  }

  move(step: 1 | -1): void {
    this.#enter = "chosen";
    this.select(nextStop(stopsOf(this.state), this.state.selected, step));
  }

  select(id: string | null): void {
    if (id === this.state.selected) return;
    this.#core.dispatch({ type: "selected", id });
    if (id) this.#excerpts.see([id]);
  }

  /** These results have come into view. */
  see(ids: readonly string[]): void {
    this.#excerpts.see(ids);
  }

  /** Shows a document's text in the place of the results. */
  async openText(url: string, anchor: string): Promise<void> {
    await openText(this.#core, url, anchor);
  }

  /** Back to the results. */
  closeText(): void {
    this.#core.dispatch({ type: "textClosed" });
  }

  /** Takes up an address of the search page, which gives everybody the same results. */
  start(text: string, { drafts, wiki }: { drafts: boolean; wiki: string | null }): void {
    if (text || drafts) this.#core.dispatch({ type: "draftsSet", on: drafts });
    if (wiki) this.#core.dispatch({ type: "wikiSet", wiki: { id: wiki, title: wiki } });
    this.searchFor(text);
  }

  toggleGenerated(): void {
    this.#core.dispatch({ type: "generatedToggled" });
  }

  /** The focus has gone from a button among the stops to the input: a result is selected again. */
  leaveButton(): void {
    const { selected } = this.state;
    if (!isButton(selected)) return;
    const stops = stopsOf(this.state);
    const options = stops.filter((id) => !isButton(id));
    this.select(stops.slice(0, stops.indexOf(selected as string)).at(-1) ?? options[0] ?? null);
  }

  /**
   * Enter: what to follow now. While newer results are awaited nothing, but then the first of those; and nothing before a
   * result's section is known, but then this.
   */
  enter(): string | null {
    const { waiting, selected } = this.state;
    if (waiting && this.#enter !== "chosen") {
      this.#enter = "pressed";
      this.#typing.flush();
      return null;
    }
    if (waiting || !hitAt(this.state, selected)?.pending) return selected;
    this.#follow();
    return null;
  }

  showMore(index: number): void {
    this.#slices.next(index);
  }

  /** The dialog is closed: nothing is awaited any longer. */
  pause(): void {
    this.#giveUp();
    this.#core.teller.announce("");
  }

  /** Nothing will be asked any more. */
  end(): void {
    this.#giveUp();
    this.#core.endSearch();
  }

  /** The dialog is opened again: what had been given up is asked anew. */
  resume(): void {
    this.#recent.reload();
    const { query, shown } = this.state;
    if (query && shown?.query !== query) this.#ask(query.typing, { again: true });
    else this.#excerpts.begin();
  }

  /** @param how `pause`: wait for a pause in typing; `again`: also what was asked last. */
  #ask(typing: boolean, { pause = false, again = false } = {}): void {
    const { text, drafts, wiki } = this.state;
    const query: Query = { text: text.trim(), drafts, typing, wiki: wiki?.id ?? null };
    if (!again && isSameQuery(this.state.query, query)) return;
    const { teller, texts } = this.#core;
    if (query.text === "") {
      this.#giveUp();
      teller.announce("");
      this.#core.dispatch({ type: "cleared" });
      return;
    }
    this.#enter = "idle";
    this.#core.giveUp();
    teller.beginWait(texts.messages.searching);
    this.#core.dispatch({ type: "asked", query });
    const run = () => this.#run(query);
    if (pause) this.#typing.run(run);
    else run();
  }

  async #run(query: Query): Promise<void> {
    this.#typing.cancel();
    const core = this.#core;
    const { signal, teller, texts } = core;
    try {
      const answer = await core.search.search(query.text, { ...optionsOf(query), size: SLICE, signal });
      if (signal.aborted) return;
      core.dispatch({ type: "answered", answer });
      teller.announce(describeAnswer(texts, query, answer, this.state.wiki), ANNOUNCEMENT_PAUSE);
      this.#excerpts.begin();
      if (!isSameInAllWikis(this.state.counted, query)) this.#count(query, signal);
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      core.dispatch({ type: "failed", failure });
      teller.announce(describeFailure(texts, failure));
    }
    teller.endWait();
    this.#followAwaited();
  }

  /** Counts the results of all wikis for a search that was narrowed to one. */
  async #count(query: Query, signal: AbortSignal): Promise<void> {
    const everywhere = { ...query, wiki: null };
    try {
      const options = { ...optionsOf(everywhere), size: 1, signal };
      const answer = await this.#core.search.search(query.text, options);
      if (!signal.aborted) this.#core.dispatch({ type: "counted", query: everywhere, answer });
    } catch {
      // The counts before stay: the search itself has its answer.
    }
  }

  /** Only what was asked for: a corrected or relaxed answer is for the reader to judge. */
  #followAwaited(): void {
    const { shown } = this.state;
    const asAsked = shown && !shown.answer.relaxed && shown.answer.corrections.length === 0;
    if (this.#enter === "pressed" && asAsked) this.#follow();
    this.#enter = "idle";
  }

  /** Follows the selected result when its section is known, unless the reader goes on meanwhile. */
  async #follow(): Promise<void> {
    const { selected, query } = this.state;
    const following = ++this.#following;
    const hit = hitAt(this.state, selected);
    if (hit?.pending) await this.#excerpts.of(hit);
    const isSame = this.state.selected === selected && this.state.query === query;
    if (selected !== null && isSame && following === this.#following) this.#core.host.follow(selected);
  }

  #giveUp(): void {
    this.#enter = "idle";
    this.#following++;
    this.#core.giveUp();
    this.#typing.cancel();
    this.#core.teller.endWait();
  }
}
