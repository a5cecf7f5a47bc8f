import type { State } from "../state.ts";
import type { Texts } from "../texts.ts";
import type { Actions } from "./actions.ts";

export interface ViewProps {
  state: State;
  texts: Texts;
  actions: Actions;
  /** The address to which results are relative. */
  site: string;
  /** The search page's address, where there is one. */
  searchPage: string | null;
}

/** The ids of the lists that the input controls. */
export const RESULTS = "fts-results";
export const GENERATED_RESULTS = "fts-generated-results";
