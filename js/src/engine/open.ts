import { Chunks, type Transport, type UnpackSync } from "../pages/chunks.ts";
import { fetchManifest } from "../pages/manifest.ts";
import type { EngineChoice } from "../types.ts";
import type { Engine } from "./engine.ts";
import { foreseeing } from "./foreseeing.ts";
import { openReader } from "./reader/reader.ts";

/** What only SQLite needs, as the script `sql-wasm.js` brings it. */
export interface SqlJsScript {
  unpackSync: UnpackSync;
  open(chunks: Chunks): Promise<Engine>;
}

/**
 * An engine over the index in the folder `base`, and the chunks that it reads, whose files come by `transport`. Rejects with a `SearchError`.
 *
 * `auto` is the reader, which answers everything that sql.js does, as fast. So sql.js is fetched, by `loadSqlJs`, only where
 * the site wants it; the reader then fetches for it what it would have to wait for.
 */
export async function openIndex(
  base: URL,
  choice: EngineChoice,
  transport: Transport,
  loadSqlJs: () => Promise<SqlJsScript>,
): Promise<{ engine: Engine; chunks: Chunks }> {
  const manifest = await fetchManifest(base, transport);
  if (choice === "auto") {
    const chunks = new Chunks(manifest, base, transport);
    await chunks.loadFirst("reader");
    return { engine: await openReader(chunks), chunks };
  }
  const { unpackSync, open } = await loadSqlJs();
  const chunks = new Chunks(manifest, base, transport, unpackSync);
  await chunks.loadFirst("sqlite");
  const [engine, reader] = await Promise.all([open(chunks), openReader(chunks, { shortcuts: false })]);
  return { engine: foreseeing(engine, reader), chunks };
}
