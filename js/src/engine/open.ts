import { Chunks, type Transport } from "../pages/chunks.ts";
import { fetchManifest } from "../pages/manifest.ts";
import type { EngineChoice } from "../types.ts";
import type { Engine } from "./engine.ts";
import { foreseeing } from "./foreseeing.ts";
import { openReader } from "./reader/reader.ts";
import { openSqlJs, type StartSqlJs } from "./sqljs.ts";

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
  loadSqlJs: () => Promise<StartSqlJs>,
): Promise<{ engine: Engine; chunks: Chunks }> {
  const manifest = await fetchManifest(base, transport);
  const chunks = new Chunks(manifest, base, transport);
  if (choice === "auto") {
    await chunks.loadFirst("reader");
    return { engine: await openReader(chunks), chunks };
  }
  const [start] = await Promise.all([loadSqlJs(), chunks.loadFirst("sqlite")]);
  const [engine, reader] = await Promise.all([
    openSqlJs(start, chunks),
    openReader(chunks, { shortcuts: false }),
  ]);
  return { engine: foreseeing(engine, reader), chunks };
}
