/** Style sheets that are on the page or on their way, by address. */
const links = new Map<string, { link: HTMLLinkElement; loading: Promise<void> }>();

/**
 * Loads a style sheet once; one that could not be loaded, or that the theme has dropped with the rest of a page's head,
 * is fetched again on the next call.
 */
export function loadStylesheet(href: string): Promise<void> {
  const known = links.get(href);
  if (known?.link.isConnected) return known.loading;
  const link = document.createElement("link");
  const loading = new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`fts: cannot load ${href}`));
    };
  });
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  links.set(href, { link, loading });
  return loading;
}
