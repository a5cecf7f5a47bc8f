/** Addresses of results and of the search page. */

import { putWords, takeWords } from "../marks/words.ts";

/** The absolute address of a section, with words to mark there if any; `url` is relative to the site's base. */
export function sectionHref(url: string, anchor: string, site: string, words = ""): string {
  const address = new URL(url, site);
  // From disk a folder's address shows the folder; a server shows its page.
  if (address.protocol === "file:" && address.pathname.endsWith("/")) address.pathname += "index.html";
  if (words && !isText(url)) putWords(address, words);
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

const TEXT = "search.html?open=";

/** Whether a hit is no page of the site: its URL asks the search page to show its text. */
export function isText(url: string): boolean {
  return url.startsWith(TEXT);
}

/** The URL by which the index knows a file, as `sources.py` writes it; browsers may write the same otherwise. */
function textUrl(path: string): string {
  const quoted = encodeURIComponent(path).replaceAll("%2F", "/");
  return TEXT + quoted.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** The address that shows a search on the page `href`. */
export function searchPageHref(href: string, { text, drafts, wiki, opened }: Asked): string {
  const address = new URL(href);
  const open = opened && decodeURIComponent(opened.slice(TEXT.length));
  const values = { q: text || null, drafts: drafts ? "1" : null, wiki, open };
  // Always in the same order, whatever was chosen first.
  for (const name of Object.keys(values)) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(values)) if (value) address.searchParams.append(name, value);
  return address.href;
}

/** The inverse of `searchPageHref`. */
export function askedBy(href: string): Asked {
  const { searchParams } = new URL(href);
  const open = searchParams.get("open");
  return {
    text: searchParams.get("q") ?? "",
    drafts: searchParams.get("drafts") === "1",
    wiki: searchParams.get("wiki"),
    opened: open === null ? null : textUrl(open),
  };
}
