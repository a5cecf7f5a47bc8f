/** The reader beside sql.js, over the same published database. */
import assert from "node:assert/strict";
import type { Engine, Match } from "../../src/engine/engine.ts";
import { openReader } from "../../src/engine/reader/reader.ts";
import { openSqlJs } from "../../src/engine/sqljs.ts";
import type { Chunks } from "../../src/pages/chunks.ts";
import { type Expression, phrases, toFts5 } from "../../src/query/expression.ts";
import { termsOf } from "../../src/query/locate.ts";
import { type Cut, type FakeTransport, publish } from "./publish.ts";
import { initSqlJs } from "./sqlite.ts";

/** How far scores may lie apart. */
const TOLERANCE = 1e-9;

/** Asks both, and throws where they do not answer the same. What it answers is sql.js'. */
export class Both implements Engine {
  constructor(
    readonly reader: Engine,
    readonly reference: Engine,
  ) {}

  /** @param own the reader's chunks. @param other those of sql.js. */
  static async open(own: Chunks, other: Chunks): Promise<Both> {
    await Promise.all([own.loadFirst("reader"), other.loadFirst("sqlite")]);
    return new Both(await openReader(own), await openSqlJs(initSqlJs, other));
  }

  async info() {
    const [found, expected] = await Promise.all([this.reader.info(), this.reference.info()]);
    assert.deepEqual([...found.wikis], [...expected.wikis]);
    assert.deepEqual(found.alphabet, expected.alphabet);
    assert.deepEqual(found.frequent, expected.frequent);
    assert.equal(found.pageCount, expected.pageCount);
    assert.equal(found.lifts.recencyDays, expected.lifts.recencyDays);
    for (let page = 1; page <= expected.pageCount; page++) {
      for (const label of ["wiki", "status", "kind", "hasGenerated"] as const)
        assert.equal(found.labels[label](page), expected.labels[label](page));
      for (const lift of ["boost", "day"] as const)
        assert.equal(found.lifts[lift](page), expected.lifts[lift](page));
    }
    return expected;
  }

  async match(expression: Expression) {
    const [found, expected] = await this.#ask((engine) => engine.match(expression));
    const [own, other] = [scores(found), scores(expected)];
    const asked = toFts5(expression);
    assert.deepEqual([...own.keys()].sort(), [...other.keys()].sort(), asked);
    for (const [page, score] of other) {
      const difference = Math.abs((own.get(page) as number) - score);
      assert.ok(difference <= TOLERANCE, `${asked} on page ${page}: ${own.get(page)}, not ${score}`);
    }
    return expected;
  }

  broad(...asked: Parameters<Engine["broad"]>) {
    return this.#same((engine) => engine.broad(...asked));
  }

  async occurrences(...asked: Parameters<Engine["occurrences"]>) {
    const [found, expected] = await this.#ask((engine) => engine.occurrences(...asked));
    const sorted = (occurrences: typeof found) =>
      occurrences.map(({ page, column, offset, term }) => `${page} ${column} ${offset} ${term}`).sort();
    assert.deepEqual(sorted(found), sorted(expected), JSON.stringify(asked));
    return expected;
  }

  pages(...asked: Parameters<Engine["pages"]>) {
    return this.#same((engine) => engine.pages(...asked));
  }

  pageAt(...asked: Parameters<Engine["pageAt"]>) {
    return this.#same((engine) => engine.pageAt(...asked));
  }

  starts(...asked: Parameters<Engine["starts"]>) {
    return this.#same((engine) => engine.starts(...asked));
  }

  passages(...asked: Parameters<Engine["passages"]>) {
    return this.#same((engine) => engine.passages(...asked));
  }

  termsWithAll(...asked: Parameters<Engine["termsWithAll"]>) {
    return this.#same((engine) => engine.termsWithAll(...asked));
  }

  termsWithSome(...asked: Parameters<Engine["termsWithSome"]>) {
    return this.#same((engine) => engine.termsWithSome(...asked));
  }

  close() {
    this.reader.close();
    this.reference.close();
  }

  /** What both find, and where on the pages that stands, as far as a match shows it. Gives how many pages these are. */
  async places(expression: Expression): Promise<number> {
    const pages = (await this.match(expression)).map(({ page }) => page);
    await this.occurrences(termsOf(phrases(expression), new Set()).terms, pages);
    return pages.length;
  }

  /** What both say of pages and passages. */
  async rows(ids: readonly number[]): Promise<void> {
    await this.pages(ids);
    await this.passages((await this.starts(ids)).map(({ id }) => id));
  }

  /** What both say of terms with these trigrams. Gives how many have all of them. */
  async terms(grams: readonly string[]): Promise<number> {
    for (const atLeast of [1, 2, grams.length]) await this.termsWithSome(grams, atLeast);
    return (await this.termsWithAll(grams)).length;
  }

  async #same<T>(ask: (engine: Engine) => Promise<T>): Promise<T> {
    const [found, expected] = await this.#ask(ask);
    assert.deepEqual(found, expected);
    return expected;
  }

  async #ask<T>(ask: (engine: Engine) => Promise<T>): Promise<[T, T]> {
    return [await ask(this.reader), await ask(this.reference)];
  }
}

function scores(matches: readonly Match[]): Map<number, number> {
  return new Map(matches.map(({ page, score }) => [page, score]));
}

/** Both over a database that is published in memory. `transport` is the reader's. */
export async function openBoth(
  bytes: Uint8Array,
  cut?: Cut,
): Promise<{ both: Both; transport: FakeTransport }> {
  const { chunks, transport } = publish(bytes, cut);
  return { both: await Both.open(chunks, publish(bytes).chunks), transport };
}
