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
  /** The URL of the document whose text is shown instead. */
  opened: string | null;
}

/** Whether a hit is no page of the site: its URL asks the search page to show its text. */
export function isText(url: string): boolean {
  return /^search\.html\?open=/.test(url);
}

/** The address that shows a search on the page `href`. */
export function searchPageHref(href: string, { text, drafts, wiki, opened }: Asked): string {
  const address = new URL(href);
  const values = { q: text || null, drafts: drafts ? "1" : null, wiki, open: null };
  for (const [name, value] of Object.entries(values)) {
    if (value === null) address.searchParams.delete(name);
    else address.searchParams.set(name, value);
  }
  // As it is written in the hit's URL, by which the index knows it.
  if (opened) address.search = [address.search.slice(1), opened.split("?")[1]].filter(Boolean).join("&");
  return address.href;
}

/** The inverse of `searchPageHref`. */
export function askedBy(href: string): Asked {
  const { search, searchParams } = new URL(href);
  const open = /[?&](open=[^&]*)/.exec(search);
  return {
    text: searchParams.get("q") ?? "",
    drafts: searchParams.get("drafts") === "1",
    wiki: searchParams.get("wiki"),
    opened: open ? `search.html?${open[1]}` : null,
  };
}
