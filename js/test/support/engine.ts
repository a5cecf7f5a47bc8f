/** The real sql.js engine over a small site that is made, published and read in memory. */
import type { Engine } from "../../src/engine/engine.ts";
import { openSqlJs } from "../../src/engine/sqljs.ts";
import { toFts5 } from "../../src/query/expression.ts";
import { type SiteSpec, writeDatabase } from "./database.ts";
import { type Cut, publish } from "./publish.ts";
import { initSqlJs } from "./sqlite.ts";

export async function openSite(site: SiteSpec, cut?: Cut): Promise<Engine> {
  const { chunks } = publish(await writeDatabase(site), cut);
  await chunks.loadFirst("sqlite");
  return openSqlJs(initSqlJs, chunks);
}

/** The same engine, and what it was asked for since: `match "a"`, `termsWithAll`, … */
export function watched(engine: Engine): { engine: Engine; calls: string[] } {
  const calls: string[] = [];
  const noted = <A extends unknown[], R>(name: string, ask: (...asked: A) => R) => {
    return (...asked: A): R => {
      calls.push(name);
      return ask(...asked);
    };
  };
  return {
    calls,
    engine: {
      info: () => engine.info(),
      match: (expression) => {
        calls.push(`match ${toFts5(expression)}`);
        return engine.match(expression);
      },
      broad: (prefixes) => engine.broad(prefixes),
      occurrences: noted("occurrences", (...asked) => engine.occurrences(...asked)),
      pages: noted("pages", (ids) => engine.pages(ids)),
      pageAt: noted("pageAt", (url) => engine.pageAt(url)),
      starts: noted("starts", (pages) => engine.starts(pages)),
      passages: noted("passages", (ids) => engine.passages(ids)),
      termsWithAll: noted("termsWithAll", (grams) => engine.termsWithAll(grams)),
      termsWithSome: noted("termsWithSome", (...asked) => engine.termsWithSome(...asked)),
      close: () => engine.close(),
    },
  };
}
