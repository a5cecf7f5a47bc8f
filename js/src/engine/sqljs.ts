import type { Database, SqlJsStatic, SqlValue } from "sql.js";
import type { Chunks } from "../pages/chunks.ts";
import { lazyFile } from "../pages/lazyfile.ts";
import { type Column, type Expression, toFts5 } from "../query/expression.ts";
import { isSearchError, SearchError } from "../types.ts";
import {
  BROAD_LEAVES,
  type Engine,
  type IndexInfo,
  type Match,
  type Occurrence,
  type PageRow,
  type PassageRow,
  type Start,
  type Term,
  type TermRow,
} from "./engine.ts";
import { blocksOf, Heads } from "./heads.ts";
import { readInfo } from "./info.ts";
import { encode } from "./reader/bytes.ts";

/** Starts the WebAssembly of sql.js. */
export type StartSqlJs = () => Promise<SqlJsStatic>;

/** Start sql.js over the published database. Rejects with a `SearchError`. */
export async function openSqlJs(start: StartSqlJs, chunks: Chunks): Promise<Engine> {
  requireWebAssembly();
  try {
    const SQL = await start();
    return new SqlJs(new SQL.Database(lazyFile(chunks)));
  } catch (error) {
    if (isSearchError(error)) throw error;
    throw new SearchError("engine", `sql.js could not be started: ${error}`);
  }
}

/** Browsers that refuse it name the wrong mend, `'unsafe-eval'`. */
function requireWebAssembly(): void {
  try {
    // The smallest module there is.
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  } catch {
    throw new SearchError(
      "engine",
      "WebAssembly is missing, or forbidden by the site's content security policy, whose script-src must have " +
        "'wasm-unsafe-eval' (docs/hosting.md of mkdocs-fts)",
    );
  }
}

/** SQLite itself, as WebAssembly: the reference. */
class SqlJs implements Engine {
  readonly #database: Database;
  readonly #info: IndexInfo;
  readonly #rank: string;

  constructor(database: Database) {
    this.#database = database;
    const meta = new Map(this.#rows("SELECT key, value FROM meta").map((row) => row as [string, SqlValue]));
    this.#info = readInfo(
      meta,
      this.#rows("SELECT id, slug, title, position FROM wiki ORDER BY position, id"),
    );
    const weights: number[] = JSON.parse(meta.get("weights") as string);
    this.#rank = `bm25(page_fts, ${weights.map(Number).join(", ")})`;
    // Every token with its place. In `temp`, since the database itself cannot be written.
    this.#run("CREATE VIRTUAL TABLE temp.occurrence USING fts5vocab(main, page_fts, instance)");
  }

  async info(): Promise<IndexInfo> {
    return this.#info;
  }

  async match(expression: Expression): Promise<Match[]> {
    const rows = this.#rows(`SELECT rowid, -${this.#rank} FROM page_fts WHERE page_fts MATCH ?`, [
      toFts5(expression),
    ]);
    return rows.map(([page, score]) => ({ page: page as number, score: score as number }));
  }

  async broad(prefixes: readonly string[]): Promise<Set<string>> {
    return new Set(prefixes.filter((prefix) => this.#leaves(prefix) > BROAD_LEAVES));
  }

  #leaves(prefix: string): number {
    // Terms of the main index begin with "0", and no byte of UTF-8 is 255.
    const first = encode(`0${prefix}`);
    const rows = this.#rows(
      `SELECT max(pgno >> 1) - min(pgno >> 1) + 1 FROM page_fts_idx WHERE term >= ? AND term < ? GROUP BY segid`,
      [first, Uint8Array.of(...first, 0xff)],
    );
    return rows.reduce((sum, [leaves]) => sum + (leaves as number), 0);
  }

  async occurrences(terms: readonly Term[], pages: readonly number[]): Promise<Occurrence[]> {
    return terms.flatMap(({ token, prefix }, term) => {
      // The greatest character ends the range of all terms with this prefix.
      const condition = prefix ? "term BETWEEN ?1 AND ?1 || char(1114111)" : "term = ?1";
      const rows = this.#rows(
        `SELECT doc, col, offset FROM temp.occurrence WHERE ${condition} AND doc IN (${list(pages)})`,
        [token],
      );
      return rows.map(([page, column, offset]) => ({
        page: page as number,
        column: column as Column,
        offset: offset as number,
        term,
      }));
    });
  }

  async pages(ids: readonly number[]): Promise<PageRow[]> {
    return this.#headsWith(ids).flatMap((heads) => heads.of(ids));
  }

  async pageAt(url: string): Promise<PageRow | undefined> {
    return this.#heads("")
      .flatMap((heads) => heads.all())
      .find((page) => page.url === url);
  }

  async starts(pages: readonly number[]): Promise<Start[]> {
    return this.#headsWith(pages).flatMap((heads) => heads.of(pages).flatMap(({ starts }) => starts));
  }

  #headsWith(pages: readonly number[]): Heads[] {
    return this.#heads(`WHERE id IN (${list(blocksOf(pages))})`);
  }

  #heads(condition: string): Heads[] {
    const rows = this.#rows(`SELECT id, first_section, heads, starts FROM head ${condition} ORDER BY id`);
    return rows.map(([id, first, heads, starts]) =>
      Heads.ofBlock(id as number, first as number, heads as string, starts as Uint8Array),
    );
  }

  async passages(ids: readonly number[]): Promise<PassageRow[]> {
    const rows = this.#rows(`SELECT id, anchor, title, level, text FROM section WHERE id IN (${list(ids)})`);
    return rows.map(([id, anchor, title, level, text]) => ({
      id: id as number,
      anchor: anchor as string,
      title: title as string,
      level: level as number,
      text: text as string,
    }));
  }

  async termsWithAll(grams: readonly string[]): Promise<TermRow[]> {
    const query = grams.map((gram) => `"${gram}"`).join(" AND ");
    return this.#terms("SELECT rowid AS id FROM term_fts WHERE term_fts MATCH ?", [query]);
  }

  async termsWithSome(grams: readonly string[], atLeast: number): Promise<TermRow[]> {
    const each = grams
      .map(() => "SELECT rowid AS id FROM term_fts WHERE term_fts MATCH ?")
      .join(" UNION ALL ");
    const counted = `SELECT id FROM (${each}) GROUP BY id HAVING count(*) >= ${Number(atLeast)}`;
    return this.#terms(
      counted,
      grams.map((gram) => `"${gram}"`),
    );
  }

  #terms(ids: string, parameters: string[]): TermRow[] {
    const sql = `SELECT term, pages FROM term WHERE id IN (${ids}) ORDER BY pages DESC, term`;
    return this.#rows(sql, parameters).map(([term, pages]) => ({
      term: term as string,
      pages: pages as number,
    }));
  }

  close(): void {
    this.#database.close();
  }

  #run(sql: string): void {
    this.#rows(sql);
  }

  /** `prepare`, `step` and `free`: sql.js' `exec` leaks stack on many calls (sql.js #630). */
  #rows(sql: string, parameters: SqlValue[] = []): SqlValue[][] {
    const statement = this.#database.prepare(sql);
    try {
      statement.bind(parameters);
      const rows: SqlValue[][] = [];
      while (statement.step()) rows.push(statement.get());
      return rows;
    } finally {
      statement.free();
    }
  }
}

/** Numbers for `IN (…)`: as text, since there may be more than SQLite takes as parameters. */
function list(numbers: readonly number[]): string {
  return numbers.map(Number).join(",");
}
