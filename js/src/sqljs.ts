/** The script `sql-wasm.js`: SQLite as WebAssembly, for sites with the option `engine: sqljs`. */
import initSqlJs from "fts5-sql-bundle/dist/sql-wasm.js";
import type { SqlJsConfig } from "sql.js";
import type { SqlJsScript } from "./engine/open.ts";
import { openSqlJs } from "./engine/sqljs.ts";
import { unpackSync } from "./pages/unpack-sync.ts";

/** @param config tells sql.js where its WebAssembly is */
export function sqlJs(config: SqlJsConfig): SqlJsScript {
  return { unpackSync, open: (chunks) => openSqlJs(() => initSqlJs(config), chunks) };
}
