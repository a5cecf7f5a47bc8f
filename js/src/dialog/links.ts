/** Addresses of results. */

/** The absolute address of a section; `url` is relative to the site's base. */
export function sectionHref(url: string, anchor: string, site: string): string {
  const address = new URL(url, site);
  if (anchor) address.hash = anchor;
  return address.href;
}

/** Whether following `link` only moves within the page at `here`. */
export function isSamePage(link: string, here: string): boolean {
  return pageOf(link) === pageOf(here);
}

function pageOf(href: string): string {
  const { origin, pathname, search } = new URL(href);
  return origin + pathname.replace(/\/index\.html$/, "/") + search;
}
