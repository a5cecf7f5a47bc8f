import { Chunks, type Transport } from "../pages/chunks.ts";
import { fetchManifest } from "../pages/manifest.ts";
import type { Engine } from "./engine.ts";
import { openSqlJs, type StartSqlJs } from "./sqljs.ts";

/**
 * An engine over the index in the folder `base`, whose files come by `transport` and sql.js by `loadSqlJs`. Rejects with a
 * `SearchError`.
 */
export async function openIndex(
  base: URL,
  transport: Transport,
  loadSqlJs: () => Promise<StartSqlJs>,
): Promise<Engine> {
  const manifest = await fetchManifest(base, transport);
  const chunks = new Chunks(manifest, base, transport);
  const [start] = await Promise.all([loadSqlJs(), chunks.loadFirst()]);
  return openSqlJs(start, chunks);
}
