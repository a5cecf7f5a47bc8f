/**
 * The files that open an index, fetched by the page while the worker is being loaded: else each of the three would wait for
 * the one before.
 */
import type { Transport } from "./pages/chunks.ts";
import { PACKS } from "./pages/manifest.ts";
import type { EngineChoice } from "./types.ts";

const MANIFEST = "manifest.json";

/** A file of the index, from the page to the worker; null: the worker shall see for itself. */
export interface EarlyFile {
  method: "file";
  name: string;
  content: ArrayBuffer | null;
}

/**
 * The page's part: fetches manifest and first pack of the index in `folder`, and sends both, whatever comes of it.
 *
 * @param expected the database that the manifest most probably names: its pack is fetched beside the manifest
 */
export async function fetchEarly(
  folder: URL,
  engine: EngineChoice,
  expected: string | undefined,
  send: (file: EarlyFile) => void,
): Promise<void> {
  const name = engine === "auto" ? PACKS.reader : PACKS.sqlite;
  const packOf = (database: unknown) => get(new URL(`${database}/${name}`, folder), "default");
  const guessed = expected === undefined ? null : packOf(expected);
  const manifest = await get(new URL(MANIFEST, folder), "no-cache");
  send({ method: "file", name: MANIFEST, content: manifest });
  const database = manifest && databaseOf(manifest);
  const content = await (database === expected ? guessed : database ? packOf(database) : null);
  send({ method: "file", name, content });
}

async function get(url: URL, cache: RequestCache): Promise<ArrayBuffer | null> {
  try {
    const response = await fetch(url, { cache });
    return response.ok ? await response.arrayBuffer() : null;
  } catch {
    return null;
  }
}

function databaseOf(manifest: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(manifest))?.db;
  } catch {
    return null;
  }
}

/** The worker's part: a transport that waits for these files, once each, instead of fetching them. */
export class Early implements Transport {
  readonly #transport: Transport;
  readonly #files = new Map<
    string,
    { come: Promise<ArrayBuffer | null>; set(content: ArrayBuffer | null): void }
  >();

  constructor(transport: Transport) {
    this.#transport = transport;
    for (const name of [MANIFEST, ...Object.values(PACKS)]) {
      let set = (_: ArrayBuffer | null) => {};
      const come = new Promise<ArrayBuffer | null>((resolve) => {
        set = resolve;
      });
      this.#files.set(name, { come, set });
    }
  }

  take({ name, content }: EarlyFile): void {
    this.#files.get(name)?.set(content);
  }

  async fetch(...asked: Parameters<Transport["fetch"]>): Promise<Uint8Array> {
    const name = asked[0].pathname.split("/").at(-1) ?? "";
    const file = this.#files.get(name);
    const content = await file?.come;
    this.#files.delete(name);
    return content ? new Uint8Array(content) : this.#transport.fetch(...asked);
  }

  fetchSync(url: URL): Uint8Array {
    return this.#transport.fetchSync(url);
  }
}
