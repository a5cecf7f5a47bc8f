/** The real sql.js engine over a small site that is made, published and read in memory. */
import type { Engine } from "../../src/engine/engine.ts";
import { openSqlJs } from "../../src/engine/sqljs.ts";
import { type SiteSpec, writeDatabase } from "./database.ts";
import { type Cut, publish } from "./publish.ts";
import { initSqlJs, WASM_URL } from "./sqlite.ts";

export async function openSite(site: SiteSpec, cut?: Cut): Promise<Engine> {
  const { chunks } = publish(await writeDatabase(site), cut);
  await chunks.loadFirst();
  return openSqlJs(initSqlJs, WASM_URL, chunks);
}
