/**
 * Where the browser's code comes from: modules, or, on a page opened from disk, where browsers refuse modules, `fetch` and
 * workers, plain scripts. These stand in the folder `offline/` if the site was built with the option of that name.
 */

/** Whether the page was opened from disk. */
export const fromDisk = (): boolean => location.protocol === "file:";

declare global {
  /** A plain script leaves its value here: a module's exports (`globalName` in build.mjs) or data. */
  var ftsLoaded: unknown;
}

/** Loads the module `name`, one of those that build.mjs makes in both forms. `base` is the folder `…/fts/`. */
export function loadModule<T>(base: string, name: string): Promise<T> {
  return fromDisk() ? loadScript(`${base}offline/${name}.js`) : importModule(`${base}${name}.js`);
}

/** How often an address has failed. */
const failures = new Map<string, number>();

function importModule<T>(href: string): Promise<T> {
  const failed = failures.get(href) ?? 0;
  // A browser may remember that a module could not be loaded: under another address it tries again.
  return import(/* @vite-ignore */ failed ? `${href}?${failed}` : href).catch((error) => {
    failures.set(href, failed + 1);
    throw error;
  });
}

/** Runs a plain script and gives the value that it leaves. */
export function loadScript<T>(href: string): Promise<T> {
  const script = document.createElement("script");
  script.src = href;
  return new Promise<T>((resolve, reject) => {
    script.onload = () => {
      // Nothing runs between a script and its `load` event.
      const value = globalThis.ftsLoaded;
      globalThis.ftsLoaded = undefined;
      if (value === undefined) reject(new Error(`${href} is not what it should be`));
      else resolve(value as T);
    };
    script.onerror = () => reject(new Error(`${href} could not be loaded`));
    document.head.append(script);
  }).finally(() => script.remove());
}
