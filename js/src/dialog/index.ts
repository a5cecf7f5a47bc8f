/** `dialog.js`: what the start script loads when a reader shows intent, and on the search page. */

import { createSearch } from "../search.ts";
import { type Opening, SearchDialog } from "./element.tsx";
import { SearchPage } from "./page.ts";
import type { Place, SurfaceOptions } from "./surface.tsx";

/** What the first opening starts from on an address with `?q=…`, for which the theme `mkdocs` opens its search. */
let queryOfAddress = new URLSearchParams(location.search).get("q");

let dialog: SearchDialog | undefined;
let page: SearchPage | undefined;

function optionsAt(place: Place): SurfaceOptions {
  return { ...place, createSearch: () => createSearch({ base: place.base, engine: place.engine }) };
}

function dialogAt(place: Place): SearchDialog {
  dialog ??= new SearchDialog(optionsAt(place));
  return dialog;
}

/** Loads what the first opening and the first search need. Safe to call often. */
export function warm(place: Place): void {
  dialogAt(place).warm();
}

/** Opens the dialog; if it is open, its input gets the focus. On the search page that page's own input gets it. */
export async function open(place: Place, { trigger, query, takeTyped }: Opening): Promise<void> {
  if (page?.element.isConnected) {
    await page.focus({ query, takeTyped });
    return;
  }
  const text = query || queryOfAddress || undefined;
  queryOfAddress = null;
  await dialogAt(place).open({ trigger, query: text, takeTyped });
}

/** Turns `element` into the search page. */
export async function showPage(place: Place, element: HTMLElement): Promise<void> {
  if (page?.element !== element) {
    page?.end();
    page = new SearchPage(element, optionsAt(place));
  }
  await page.show();
}
