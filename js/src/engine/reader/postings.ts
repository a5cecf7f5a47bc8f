/** Where tokens stand, after "doclist format" and "poslist format" in SQLite's fts5_index.c. */
import { Cursor, concatenated } from "./bytes.ts";

/**
 * A place of a token as one number that sorts as FTS5 does: by column, then by offset. Offsets stay below 2^31.
 */
export type Position = number;
const COLUMN = 2 ** 32;

export const columnOf = (position: Position): number => Math.floor(position / COLUMN);
export const offsetOf = (position: Position): number => position % COLUMN;

/** The pages where something stands, and where on them. */
export interface Postings {
  readonly size: number;
  /** In rising order. */
  readonly pages: Iterable<number>;
  has(page: number): boolean;
  /** In rising order; empty where the page is none of them. */
  positions(page: number): readonly Position[];
}

/** The postings of one term in one segment; a long list is stored in several parts, a leaf's each. */
export class Doclist {
  readonly #parts: Uint8Array[] = [];
  /** Where rowids stand that are not counted from the one before: the first of each part. */
  readonly #absolute = new Set<number>([0]);
  #length = 0;

  /** @param firstRow where the part's first rowid stands in it, if it has one. */
  add(part: Uint8Array, firstRow?: number): void {
    if (firstRow !== undefined) this.#absolute.add(this.#length + firstRow);
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** Calls `visit` with the rowids in rising order; an empty list of positions stands for a row that was deleted. */
  positions(visit: (row: number, list: Uint8Array) => void): void {
    this.#rows((row, cursor) => visit(row, cursor.take(cursor.varint() >> 1)));
  }

  /** The same where FTS5 keeps no positions (`detail=none`). */
  rows(visit: (row: number, deleted: boolean) => void): void {
    this.#rows((row, cursor) => {
      const isZero = () => cursor.at < cursor.bytes.length && cursor.bytes[cursor.at] === 0;
      // One zero: deleted. A second: and written anew.
      const deleted = isZero();
      if (deleted) cursor.at++;
      const anew = deleted && isZero();
      if (anew) cursor.at++;
      visit(row, deleted && !anew);
    });
  }

  #rows(read: (row: number, cursor: Cursor) => void): void {
    const cursor = new Cursor(concatenated(this.#parts));
    let row = 0;
    while (cursor.at < this.#length) {
      const absolute = this.#absolute.has(cursor.at);
      const number = cursor.varint();
      row = absolute ? number : row + number;
      read(row, cursor);
    }
  }
}

/** The postings of a term, or of all terms with a prefix: lists are read when they are asked for. */
export class TermPostings implements Postings {
  readonly #lists = new Map<number, Uint8Array[]>();

  /** @param terms of each term the doclists, those of newer segments first: there a row's newest entry holds. */
  constructor(terms: Iterable<readonly Doclist[]>) {
    const all: { row: number; list: Uint8Array }[] = [];
    for (const doclists of terms) {
      const seen = new Set<number>();
      for (const doclist of doclists) {
        const known = doclists.length > 1;
        doclist.positions((row, list) => {
          if (known && seen.has(row)) return;
          if (known) seen.add(row);
          if (list.length) all.push({ row, list });
        });
      }
    }
    // Sorting what is in order already costs next to nothing.
    all.sort((a, b) => a.row - b.row);
    for (const { row, list } of all) {
      const lists = this.#lists.get(row);
      if (lists) lists.push(list);
      else this.#lists.set(row, [list]);
    }
  }

  get size(): number {
    return this.#lists.size;
  }

  get pages(): Iterable<number> {
    return this.#lists.keys();
  }

  has(page: number): boolean {
    return this.#lists.has(page);
  }

  positions(page: number): readonly Position[] {
    const lists = this.#lists.get(page) ?? [];
    const positions: Position[] = [];
    for (const list of lists) readPositions(list, positions);
    return lists.length > 1 ? positions.sort((a, b) => a - b) : positions;
  }
}

function readPositions(list: Uint8Array, positions: Position[]): void {
  const cursor = new Cursor(list);
  let position = 0;
  while (cursor.at < list.length) {
    const number = cursor.varint();
    if (number === 1) {
      position = cursor.varint() * COLUMN;
    } else {
      position += number - 2;
      positions.push(position);
    }
  }
}

/** Postings that are worked out already. */
export class FoundPostings implements Postings {
  readonly #positions: ReadonlyMap<number, readonly Position[]>;

  constructor(positions: ReadonlyMap<number, readonly Position[]>) {
    this.#positions = positions;
  }

  get size(): number {
    return this.#positions.size;
  }

  get pages(): Iterable<number> {
    return this.#positions.keys();
  }

  has(page: number): boolean {
    return this.#positions.has(page);
  }

  positions(page: number): readonly Position[] {
    return this.#positions.get(page) ?? [];
  }
}
