import type { Search, SearchOptions } from "../types.ts";
import type { Kept } from "./memory.ts";
import { type Change, initialState, type Query, reduce, type State } from "./state.ts";
import { Teller } from "./teller.ts";
import type { Texts } from "./texts.ts";

/** Hits of a group in one slice. */
export const SLICE = 10;

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

/** What the parts of the controller share. */
export class Core {
  #state: State;
  #search: Search | undefined;
  #abort = new AbortController();
  readonly teller = new Teller((change) => this.dispatch(change));

  constructor(
    readonly host: Host,
    selectsFirst: boolean,
  ) {
    this.#state = { ...initialState, ...host.memory.read(), selectsFirst };
  }

  get state(): State {
    return this.#state;
  }

  get texts(): Texts {
    return this.host.texts;
  }

  dispatch(change: Change): void {
    const next = reduce(this.#state, change);
    if (next === this.#state) return;
    this.#state = next;
    this.host.show(next);
  }

  get search(): Search {
    this.#search ??= this.host.createSearch();
    return this.#search;
  }

  /** The next search is a new one. */
  endSearch(): void {
    this.#search?.close();
    this.#search = undefined;
  }

  /** Aborts with everything that belongs to the last query. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  giveUp(): void {
    this.#abort.abort();
    this.#abort = new AbortController();
  }
}

/** Titles are asked for first: `Excerpts` gets the rest. */
export function optionsOf({ drafts, typing, wiki }: Query): SearchOptions {
  const options = { drafts, typing, excerpts: false };
  return wiki === null ? options : { ...options, wiki };
}
