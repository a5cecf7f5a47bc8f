/** The table `frequent` and its list in `meta`; after `mkdocs_fts/frequent.py`. */
import type { Database, SqlValue } from "sql.js";
import { Cursor, compare, encode, uint16 } from "../../src/engine/reader/bytes.ts";
import { COLUMNS } from "../../src/query/expression.ts";
import { packNumbers } from "./heads.ts";
import { rows } from "./sqlite.ts";

const BODY = COLUMNS.indexOf("body");

/** For the terms that stand on at least so many pages, and the sizes of all pages. `page_fts` must be one segment. */
export function writeFrequent(database: Database, atLeast: number): void {
  database.run("CREATE VIRTUAL TABLE temp.frequent_terms USING fts5vocab(main, page_fts, row)");
  database.run("CREATE VIRTUAL TABLE temp.frequent_places USING fts5vocab(main, page_fts, instance)");
  const terms = rows(database, "SELECT term, doc FROM temp.frequent_terms ORDER BY term");
  const told: SqlValue[][] = [];
  if (Number.isFinite(atLeast)) {
    const sizes = rows(database, "SELECT sz FROM page_fts_docsize ORDER BY id").map(([size]) => {
      const cursor = new Cursor(size as Uint8Array);
      let sum = 0;
      while (cursor.at < cursor.bytes.length) sum += cursor.varint();
      return sum;
    });
    database.run("INSERT INTO frequent VALUES (0, ?, x'')", [packNumbers(sizes)]);
  }
  for (const [n, [term, pages]] of terms.entries()) {
    if ((pages as number) < atLeast) continue;
    told.push([term as string, pages as number]);
    const leaves = leavesOf(database, term as string, terms[n + 1]?.[0] as string | undefined);
    database.run("INSERT INTO frequent VALUES (?, ?, ?)", [
      told.length,
      countsOf(database, term as string),
      leaves,
    ]);
  }
  database.run("DROP TABLE temp.frequent_terms");
  database.run("DROP TABLE temp.frequent_places");
  database.run("INSERT INTO meta VALUES ('frequent', ?)", [JSON.stringify(told)]);
}

function countsOf(database: Database, term: string): Uint8Array {
  const counts = new Map<number, Map<number, number>>();
  for (const [page, column] of rows(database, "SELECT doc, col FROM temp.frequent_places WHERE term = ?", [
    term,
  ])) {
    const own = counts.get(page as number) ?? new Map<number, number>();
    counts.set(page as number, own);
    const number = COLUMNS.indexOf(column as (typeof COLUMNS)[number]);
    own.set(number, (own.get(number) ?? 0) + 1);
  }
  let before = 0;
  const numbers = [...counts].flatMap(([page, own]) => {
    const others = [...own].filter(([column]) => column !== BODY).sort(([a], [b]) => a - b);
    const distance = page - before;
    before = page;
    return [
      ...[distance * 2 + Number(others.length > 0), own.get(BODY) ?? 0],
      ...(others.length ? [others.reduce((mask, [column]) => mask | (1 << column), 0)] : []),
      ...others.map(([, count]) => count),
    ];
  });
  return packNumbers(numbers);
}

function leavesOf(database: Database, term: string, following: string | undefined): Uint8Array {
  const entries = rows(database, "SELECT term, pgno, segid FROM page_fts_idx ORDER BY term");
  const leafOf = (wanted: string) => {
    const own = entries.filter(([first]) => compare(first as Uint8Array, encode(`0${wanted}`)) <= 0);
    return Math.floor((own.at(-1)?.[1] as number) / 2);
  };
  const places = "SELECT min(doc) FROM temp.frequent_places WHERE term = ?";
  const firstPage = rows(database, places, [term])[0]?.[0] as number;
  const start = leafOf(term);
  const end = following === undefined ? 2 ** 31 - 1 : leafOf(following);
  const leaves = [[start, firstPage]];
  const segment = (entries[0]?.[2] as number) * 2 ** 37;
  const blocks = rows(database, "SELECT id, block FROM page_fts_data WHERE id > ? AND id <= ? ORDER BY id", [
    ...[segment + start, segment + end],
  ]);
  for (const [id, value] of blocks) {
    const block = value as Uint8Array;
    const footer = uint16(block, 2);
    if (footer < block.length && new Cursor(block, footer).varint() === 4) break;
    const row = uint16(block, 0);
    const page = row ? new Cursor(block, row).varint() : 0;
    if (page === firstPage) leaves[0] = [start, 0];
    leaves.push([(id as number) - segment, page]);
  }
  let [leafBefore, pageBefore] = [0, 0];
  return packNumbers(
    leaves.flatMap(([leaf = 0, page = 0]) => {
      const pair = [leaf - leafBefore, page ? page - pageBefore : 0];
      leafBefore = leaf;
      pageBefore = page || pageBefore;
      return pair;
    }),
  );
}
