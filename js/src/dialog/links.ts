/** Addresses of results and of the search page. */

import { putWords, takeWords } from "../marks/words.ts";

/** The absolute address of a section, with words to mark there if any; `url` is relative to the site's base. */
export function sectionHref(url: string, anchor: string, site: string, words = ""): string {
  const address = new URL(url, site);
  // From disk a folder's address shows the folder; a server shows its page.
  if (address.protocol === "file:" && address.pathname.endsWith("/")) address.pathname += "index.html";
  if (words) putWords(address, words);
  if (anchor) address.hash = anchor;
  return address.href;
}

/** Whether following `link` only moves within the page at `here`. */
export function isSamePage(link: string, here: string): boolean {
  return pageOf(link) === pageOf(here);
}

function pageOf(href: string): string {
  const address = new URL(href);
  takeWords(address);
  return address.origin + address.pathname.replace(/\/index\.html$/, "/") + address.search;
}

/** What the search page searches for, as its address says it. */
export interface Asked {
  text: string;
  drafts: boolean;
  wiki: string | null;
}

/** The address that shows a search on the page `href`. */
export function searchPageHref(href: string, { text, drafts, wiki }: Asked): string {
  const address = new URL(href);
  const values = { q: text || null, drafts: drafts ? "1" : null, wiki };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  return address.href;
}

/** The inverse of `searchPageHref`. */
export function askedBy(href: string): Asked {
  const { searchParams } = new URL(href);
  return {
    text: searchParams.get("q") ?? "",
    drafts: searchParams.get("drafts") === "1",
    wiki: searchParams.get("wiki"),
  };
}
