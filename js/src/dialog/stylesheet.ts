const loading = new Map<string, Promise<void>>();

/** Loads a style sheet once; one that could not be loaded is fetched again on the next call. */
export function loadStylesheet(href: string): Promise<void> {
  let load = loading.get(href);
  if (!load) {
    load = insert(href);
    loading.set(href, load);
    load.catch(() => loading.delete(href));
  }
  return load;
}

function insert(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new Error(`fts: cannot load ${href}`));
    };
    document.head.append(link);
  });
}
