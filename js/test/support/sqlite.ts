/** SQLite with FTS5 in Node: the same build that the browser runs. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Database, InitSqlJsStatic, SqlJsStatic, SqlValue } from "sql.js";

const require = createRequire(import.meta.url);
const wasmBinary = new Uint8Array(readFileSync(require.resolve("fts5-sql-bundle/dist/sql-wasm.wasm"))).buffer;
const start: InitSqlJsStatic = require("fts5-sql-bundle/dist/sql-wasm.js");

/** The WebAssembly comes from the disk instead of the given address. */
export const initSqlJs = ((config) => start({ ...config, wasmBinary })) as InitSqlJsStatic;

let started: Promise<SqlJsStatic> | undefined;

/** A database of its own, in memory. */
export async function openDatabase(bytes?: Uint8Array): Promise<Database> {
  started ??= initSqlJs();
  const SQL = await started;
  return new SQL.Database(bytes);
}

export function rows(database: Database, sql: string, parameters: SqlValue[] = []): SqlValue[][] {
  const statement = database.prepare(sql);
  try {
    statement.bind(parameters);
    const found: SqlValue[][] = [];
    while (statement.step()) found.push(statement.get());
    return found;
  } finally {
    statement.free();
  }
}
