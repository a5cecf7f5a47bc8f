import { SearchError } from "../types.ts";
import type { Transport } from "./chunks.ts";

/** The version of the published form that this program reads; see `publish.py`. */
export const FORMAT = 1;

/** The files of what every search needs, by who reads it. */
export const PACKS = { reader: "first.bin", sqlite: "sqlite.bin" } as const;

export interface Manifest {
  format: number;
  /** The folder of the chunks: the hash of the database. */
  db: string;
  /** Bytes of the whole database. */
  size: number;
  page_size: number;
  /** Which bytes are cut into chunks of which size; chunks are numbered over all ranges. */
  ranges: { start: number; end: number; chunk: number }[];
  /** The byte ranges `[start, end)` in the reader's pack, in order. */
  first: [number, number][];
  /** What follows in it: the root page of a table, and how many bytes tell where its leaves are. */
  leaves: [number, number][];
  /** What comes last there: how many bytes the two parts take that tell the heads of all pages. Null where they are not there. */
  heads: [number, number] | null;
  /** The byte ranges `[start, end)` in SQLite's pack, in order. */
  sqlite: [number, number][];
  /** The byte ranges `[start, end)` of which most searches read a part. */
  ahead: [number, number][];
  /** How much is fetched before it is asked for. */
  prefetch: "whole" | "some" | "none";
  pages: number;
  wikis: { id: string; title: string; pages: number }[];
  built: string;
}

/** Fetch and check the manifest. `base` is the folder `…/fts/`. Rejects with a `SearchError`. */
export async function fetchManifest(base: URL, transport: Transport): Promise<Manifest> {
  const url = new URL("manifest.json", base);
  const text = new TextDecoder().decode(await transport.fetch(url, "fresh"));
  let manifest: Manifest | null;
  try {
    manifest = JSON.parse(text);
  } catch {
    throw new SearchError("damaged", `${url} is no JSON`);
  }
  if (manifest?.format !== FORMAT) {
    throw new SearchError("format", `${url} has format ${manifest?.format}, this program reads ${FORMAT}`);
  }
  return manifest;
}
