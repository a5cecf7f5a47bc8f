/** Where tokens stand, after "doclist format" and "poslist format" in SQLite's fts5_index.c. */
import { Cursor, concatenated } from "./bytes.ts";

/**
 * A place of a token as one number: its column times 2^32, and its offset there. Neighbours differ by 1.
 */
export type Position = number;
const COLUMN = 2 ** 32;
/** In a list of positions: a column's number follows, and its positions. */
const NEXT_COLUMN = 1;

export const columnOf = (position: Position): number => Math.floor(position / COLUMN);
export const offsetOf = (position: Position): number => position % COLUMN;

/** The pages where something stands. */
export interface Postings {
  readonly size: number;
  readonly pages: Iterable<number>;
  has(page: number): boolean;
  /** How often it stands on the page, each time as much as its column weighs. */
  frequency(page: number, weights: readonly number[]): number;
}

/** Postings by what is known of each page. */
export abstract class PostingsOf<T> implements Postings {
  constructor(protected readonly ofPage: ReadonlyMap<number, T>) {}

  get size(): number {
    return this.ofPage.size;
  }

  get pages(): Iterable<number> {
    return this.ofPage.keys();
  }

  has(page: number): boolean {
    return this.ofPage.has(page);
  }

  abstract frequency(page: number, weights: readonly number[]): number;
}

/** The pages where a token stands, and where on them. */
export interface TokenPostings extends Postings {
  /** Reads the positions on these pages. */
  load?(pages: Iterable<number>): Promise<void>;
  /** In no particular order; empty where the page is none of those that have it, or none of the loaded ones. */
  positions(page: number): Position[];
  /** Those in columns for which `allowed` holds. */
  within(allowed: readonly boolean[]): Postings;
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

  /**
   * Calls `visit` with the rowids in rising order, and where among `bytes` their positions are; an empty list of positions
   * stands for a row that was deleted.
   */
  lists(visit: (row: number, bytes: Uint8Array, start: number, end: number) => void): void {
    this.#rows((row, cursor) => {
      const length = cursor.varint() >> 1; // the lowest bit tells of deletion
      const start = cursor.at;
      cursor.at += length;
      visit(row, cursor.bytes, start, cursor.at);
    });
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

/** A list of positions of one page, and further ones of the same page. */
export interface List {
  bytes: Uint8Array;
  start: number;
  end: number;
  next: List | undefined;
}

export function readPositions(first: List | undefined): Position[] {
  const positions: Position[] = [];
  for (let list = first; list; list = list.next) {
    const cursor = new Cursor(list.bytes, list.start);
    let position = 0;
    while (cursor.at < list.end) {
      const number = cursor.varint();
      if (number === NEXT_COLUMN) {
        position = cursor.varint() * COLUMN;
      } else {
        position += number - 2;
        positions.push(position);
      }
    }
  }
  return positions;
}

/** The postings of a term, or of all terms with a prefix: positions are read when they are asked for. */
export class TermPostings extends PostingsOf<List> implements TokenPostings {
  /** @param terms of each term the doclists, those of newer segments first: there a row's newest entry holds. */
  constructor(terms: readonly (readonly Doclist[])[]) {
    const lists = new Map<number, List>();
    for (const doclists of terms) {
      const seen = doclists.length > 1 ? new Set<number>() : undefined;
      for (const doclist of doclists) {
        doclist.lists((row, bytes, start, end) => {
          if (seen?.has(row)) return;
          seen?.add(row);
          if (start === end) return;
          const next = terms.length > 1 ? lists.get(row) : undefined;
          lists.set(row, { bytes, start, end, next });
        });
      }
    }
    super(lists);
  }

  positions(page: number): Position[] {
    return readPositions(this.ofPage.get(page));
  }

  within(allowed: readonly boolean[]): Postings {
    const found = new Map<number, Position[]>();
    for (const page of this.pages) {
      const places = this.positions(page).filter((position) => allowed[columnOf(position)]);
      if (places.length) found.set(page, places);
    }
    return new FoundPostings(found);
  }

  frequency(page: number, weights: readonly number[]): number {
    let frequency = 0;
    for (let list = this.ofPage.get(page); list; list = list.next) {
      const cursor = new Cursor(list.bytes, list.start);
      let weight = weights[0] as number;
      while (cursor.at < list.end) {
        if (cursor.varint() === NEXT_COLUMN) weight = weights[cursor.varint()] as number;
        else frequency += weight;
      }
    }
    return frequency;
  }
}

/** Postings that are worked out already. */
export class FoundPostings extends PostingsOf<Position[]> {
  frequency(page: number, weights: readonly number[]): number {
    const places = this.ofPage.get(page) ?? [];
    return places.reduce((sum, position) => sum + (weights[columnOf(position)] as number), 0);
  }
}
