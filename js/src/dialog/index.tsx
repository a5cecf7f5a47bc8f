/** `dialog.js`: what the start script loads when a reader shows intent. */

import { createSearch } from "../search.ts";
import type { TextOverrides } from "../types.ts";
import { SearchDialog } from "./element.tsx";

export interface Place {
  /** The address of the folder `fts/`, with its final slash. */
  base: string;
  /** The theme's language, a BCP 47 tag. */
  locale: string;
  /** The site's own texts, if it has any. */
  texts?: TextOverrides | undefined;
}

export interface Opening extends Place {
  /** Where the focus goes back to. Default: where it is now. */
  trigger?: Element | null | undefined;
  /** Searched for at once. Default: what the dialog was left with. */
  query?: string | undefined;
}

/** What the first opening starts from on an address with `?q=…`, for which the theme `mkdocs` opens its search. */
let queryOfAddress = new URLSearchParams(location.search).get("q");

let dialog: SearchDialog | undefined;

function dialogAt(place: Place): SearchDialog {
  dialog ??= new SearchDialog({ ...place, createSearch: () => createSearch({ base: place.base }) });
  return dialog;
}

/** Loads what the first opening and the first search need. Safe to call often. */
export function warm(place: Place): void {
  dialogAt(place).warm();
}

/** Opens the dialog; if it is open, its input gets the focus. */
export function open({ trigger, query, ...place }: Opening): Promise<void> {
  const text = query || queryOfAddress;
  queryOfAddress = null;
  return dialogAt(place).open(trigger, text);
}
