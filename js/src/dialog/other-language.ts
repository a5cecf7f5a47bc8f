/** Links into another language of the site. */

/**
 * The folders of a site's languages, from the addresses of one page in all of them: what is left of each before the path
 * that they share.
 */
export function languageFolders(translations: readonly string[]): string[] {
  if (new Set(translations).size < 2) return [];
  const paths = translations.map((address) => address.split("/"));
  const length = Math.min(...paths.map((path) => path.length));
  let shared = 0;
  while (shared < length && new Set(paths.map((path) => path.at(-1 - shared))).size === 1) shared++;
  return paths.map((path) => `${path.slice(0, path.length - shared).join("/")}/`);
}

/** Whether `link` leads from the page at `here` into another language, given the folders of all. */
export function leadsToOtherLanguage(link: string, here: string, folders: readonly string[]): boolean {
  return folders.some((folder) => link.startsWith(folder) && !here.startsWith(folder));
}

/**
 * Keeps a link that is being followed from the theme: Material would send the reader to the page that they are on, in the
 * language of the link. Links with a target it leaves to the browser.
 */
export function keepFromTheme(link: HTMLAnchorElement): void {
  const alternates = document.querySelectorAll<HTMLLinkElement>("link[rel=alternate][hreflang]");
  const folders = languageFolders([...alternates].map(({ href }) => href));
  if (leadsToOtherLanguage(link.href, location.href, folders)) link.target = "_self";
}
