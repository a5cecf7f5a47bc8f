import { loadScript } from "../loading.ts";
import { SearchError } from "../types.ts";
import type { Transport } from "./chunks.ts";

/** Files by their names relative to `fts/`, in base64; `offline.py` writes them into scripts. */
type Files = Record<string, string>;

/**
 * Load all files of an index at once: the engine reads while it waits, and a script cannot be waited for. Rejects with a
 * `SearchError`.
 *
 * @param base the folder `…/fts/`
 */
export async function loadPacked(base: URL): Promise<Transport> {
  const folder = new URL("offline/", base);
  const load = async <T>(name: string): Promise<T> => {
    try {
      return await loadScript<T>(new URL(name, folder).href);
    } catch (error) {
      throw new SearchError("network", (error as Error).message);
    }
  };
  const names = await load<string[]>("files.js");
  return packed(base, await Promise.all(names.map((name) => load<Files>(name))));
}

/** Hands out files that are there already. */
export function packed(base: URL, parts: readonly Files[]): Transport {
  const files = new Map(parts.flatMap((part) => Object.entries(part)));
  const read = (url: URL): Uint8Array<ArrayBuffer> => {
    const content = files.get(url.href.slice(base.href.length));
    if (content === undefined) throw new SearchError("network", `${url} is not in the folder offline`);
    return decode(content);
  };
  return { fetch: async (url) => read(url), fetchSync: read };
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
