/** A published database without a server: what `mkdocs_fts/publish.py` writes, and a transport that hands it out. */
import { gzipSync } from "node:zlib";
import { Chunks, type Transport } from "../../src/pages/chunks.ts";
import { FORMAT, type Manifest } from "../../src/pages/manifest.ts";
import { unpackSync } from "../../src/pages/unpack-sync.ts";
import { SearchError } from "../../src/types.ts";

export const BASE = new URL("https://example.org/fts/");
const FOLDER = "0123456789abcdef";

export interface Cut {
  /** Which bytes are cut into chunks of which size. Default: all, into chunks of 1024. */
  ranges?: Manifest["ranges"];
  /** What both packs hold of the database. Default: the first 1024 bytes. */
  first?: Manifest["first"];
  /** The root page of a table, and where its leaves are. Default: none. */
  leaves?: [root: number, packed: Uint8Array][];
  /** The heads of all pages, packed. Default: none. */
  heads?: [heads: string, starts: Uint8Array];
  /** What most searches read. Default: nothing. */
  ahead?: Manifest["ahead"];
}

/** Hands out files by name (`first.bin`, `0.bin`, …) and remembers what was asked for, and how. */
export class FakeTransport implements Transport {
  readonly fetched: string[] = [];
  readonly fetchedSync: string[] = [];

  constructor(readonly files: Map<string, Uint8Array>) {}

  async fetch(url: URL): Promise<Uint8Array> {
    const name = this.#name(url);
    this.fetched.push(name);
    await new Promise((resolve) => setTimeout(resolve));
    return this.#file(name);
  }

  fetchSync(url: URL): Uint8Array {
    const name = this.#name(url);
    this.fetchedSync.push(name);
    return this.#file(name);
  }

  #name(url: URL): string {
    const folder = new URL(`${FOLDER}/`, BASE).href;
    if (!url.href.startsWith(folder)) throw new Error(`asked outside of the database's folder: ${url}`);
    return url.href.slice(folder.length);
  }

  #file(name: string): Uint8Array {
    const file = this.files.get(name);
    if (!file) throw new SearchError("network", `${name}: status 404`);
    return file;
  }
}

export function publish(
  content: Uint8Array,
  { ranges, first: given, leaves = [], heads, ahead = [] }: Cut = {},
) {
  const ofHeads = heads ? [Buffer.from(heads[0]), heads[1]] : [];
  const first = given ?? [[0, Math.min(1024, content.length)]];
  const manifest: Manifest = {
    format: FORMAT,
    db: FOLDER,
    size: content.length,
    page_size: 1024,
    ranges: ranges ?? [{ start: 0, end: content.length, chunk: 1024 }],
    first,
    leaves: leaves.map(([root, { length }]) => [root, length]),
    heads: heads ? (ofHeads.map(({ length }) => length) as [number, number]) : null,
    sqlite: first,
    ahead,
    prefetch: "whole",
    pages: 0,
    wikis: [],
    built: "2026-01-01T00:00:00Z",
  };
  const files = new Map<string, Uint8Array>();
  const pack = first.map(([start, end]) => content.subarray(start, end));
  const more = [...leaves.map(([, packed]) => packed), ...ofHeads];
  files.set("first.bin", gzipSync(Buffer.concat([...pack, ...more])));
  files.set("sqlite.bin", gzipSync(Buffer.concat(pack)));
  let number = 0;
  for (const { start, end, chunk } of manifest.ranges) {
    for (let at = start; at < end; at += chunk) {
      files.set(`${number++}.bin`, gzipSync(content.subarray(at, Math.min(at + chunk, end))));
    }
  }
  const transport = new FakeTransport(files);
  return { manifest, files, transport, chunks: new Chunks(manifest, BASE, transport, unpackSync) };
}
