declare module "fts5-sql-bundle/dist/sql-wasm.js" {
  const initSqlJs: import("sql.js").InitSqlJsStatic;
  export default initSqlJs;
}
