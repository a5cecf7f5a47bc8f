/** The reader beside sql.js, over the same published database. */
import { expect } from "vitest";
import type { Engine, Match, Occurrence, Term } from "../../src/engine/engine.ts";
import { openReader } from "../../src/engine/reader/reader.ts";
import { openSqlJs } from "../../src/engine/sqljs.ts";
import { type Expression, phrases, toFts5 } from "../../src/query/expression.ts";
import { termsOf } from "../../src/query/locate.ts";
import { type Cut, type FakeTransport, publish } from "./publish.ts";
import { initSqlJs } from "./sqlite.ts";

export interface Both {
  reader: Engine;
  reference: Engine;
  /** The reader's. */
  transport: FakeTransport;
  close(): void;
}

export async function openBoth(bytes: Uint8Array, cut?: Cut): Promise<Both> {
  const [own, other] = [publish(bytes, cut), publish(bytes)];
  await Promise.all([own.chunks.loadFirst(), other.chunks.loadFirst()]);
  const reader = await openReader(own.chunks);
  const reference = await openSqlJs(initSqlJs, other.chunks);
  return { reader, reference, transport: own.transport, close: () => reference.close() };
}

/** Both give the same pages, scores, and places of what is shown. Gives how many pages these are. */
export async function expectSameMatches(
  { reader, reference }: Both,
  expression: Expression,
): Promise<number> {
  const asked = toFts5(expression);
  const [found, expected] = await Promise.all([reader.match(expression), reference.match(expression)]);
  expectSameScores(found, expected, asked);
  const pages = expected.map(({ page }) => page);
  const { terms } = termsOf(phrases(expression));
  await expectSameOccurrences({ reader, reference }, terms, pages);
  return pages.length;
}

export function expectSameScores(found: readonly Match[], expected: readonly Match[], asked: string): void {
  const byPage = (matches: readonly Match[]) => [...matches].sort((a, b) => a.page - b.page);
  const [own, other] = [byPage(found), byPage(expected)];
  expect(
    own.map(({ page }) => page),
    asked,
  ).toEqual(other.map(({ page }) => page));
  own.forEach(({ page, score }, n) => {
    const difference = Math.abs(score - (other[n] as Match).score);
    expect(difference, `${asked} on page ${page}`).toBeLessThan(1e-9);
  });
}

export async function expectSameOccurrences(
  { reader, reference }: Pick<Both, "reader" | "reference">,
  terms: readonly Term[],
  pages: readonly number[],
): Promise<void> {
  const sorted = (occurrences: readonly Occurrence[]) =>
    occurrences.map(({ page, column, offset, term }) => `${page} ${column} ${offset} ${term}`).sort();
  const [found, expected] = await Promise.all([
    reader.occurrences(terms, pages),
    reference.occurrences(terms, pages),
  ]);
  expect(sorted(found), JSON.stringify(terms)).toEqual(sorted(expected));
}

/** Both know the same of the pages themselves. */
export async function expectSameRows({ reader, reference }: Both, pages: readonly number[]): Promise<void> {
  expect(await reader.pages(pages)).toEqual(await reference.pages(pages));
  const starts = await reference.starts(pages);
  expect(await reader.starts(pages)).toEqual(starts);
  const passages = starts.map(({ id }) => id);
  expect(await reader.passages(passages)).toEqual(await reference.passages(passages));
}

/** Both know the same terms by these trigrams. */
export async function expectSameTerms(
  { reader, reference }: Both,
  grams: readonly string[],
): Promise<number> {
  const all = await reference.termsWithAll(grams);
  expect(await reader.termsWithAll(grams)).toEqual(all);
  for (const atLeast of [1, 2, grams.length]) {
    expect(await reader.termsWithSome(grams, atLeast)).toEqual(await reference.termsWithSome(grams, atLeast));
  }
  return all.length;
}
