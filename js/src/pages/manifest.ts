import { SearchError } from "../types.ts";

/** The version of the published form that this program reads; see `publish.py`. */
export const FORMAT = 1;

export interface Manifest {
  format: number;
  /** The folder of the chunks: the hash of the database. */
  db: string;
  /** Bytes of the whole database. */
  size: number;
  page_size: number;
  /** Which bytes are cut into chunks of which size; chunks are numbered over all ranges. */
  ranges: { start: number; end: number; chunk: number }[];
  /** The byte ranges `[start, end)` in the first pack, in order. */
  first: [number, number][];
  pages: number;
  wikis: { id: string; title: string; pages: number }[];
  built: string;
}

/** Fetch and check the manifest. `base` is the folder `…/fts/`. Rejects with a `SearchError`. */
export async function fetchManifest(base: URL): Promise<Manifest> {
  const url = new URL("manifest.json", base);
  let response: Response;
  try {
    response = await fetch(url, { cache: "no-cache" });
  } catch (error) {
    throw new SearchError("network", `${url} could not be fetched: ${error}`);
  }
  if (!response.ok)
    throw new SearchError("network", `${url} could not be fetched: status ${response.status}`);
  let manifest: Manifest;
  try {
    manifest = await response.json();
  } catch (error) {
    if (error instanceof SyntaxError) throw new SearchError("damaged", `${url} is no JSON`);
    throw new SearchError("network", `${url} could not be fetched: ${error}`);
  }
  if (manifest?.format !== FORMAT) {
    throw new SearchError("format", `${url} has format ${manifest?.format}, this program reads ${FORMAT}`);
  }
  return manifest;
}
