/** Terms that stand nearly everywhere: their counts stand apart from their positions, packed as `frequent.py` tells. */
import { COLUMNS } from "../../query/expression.ts";
import { Cursor } from "./bytes.ts";
import {
  type Doclist,
  type List,
  type Position,
  type Postings,
  PostingsOf,
  readPositions,
  type TokenPostings,
} from "./postings.ts";

const BODY = COLUMNS.indexOf("body");

type Count = readonly [column: number, count: number];
/** Page ► how often the term stands in which column. */
type Counts = ReadonlyMap<number, readonly Count[]>;

/**
 * Reads the part of the postings that stands on these leaves, which follow each other. Unless the postings begin there
 * (`begins`), the part does with the first page that begins on the first of them.
 */
export type ReadPart = (first: number, last: number, begins: boolean) => Promise<Doclist>;

/** Pages that begin on one leaf. */
interface Group {
  leaf: number;
  first: number;
  last: number;
  /** The last leaf on which positions of its last page may stand: that on which the next group begins. */
  end: number;
}

/** How often something stands on its pages. */
class CountedPostings extends PostingsOf<readonly Count[]> {
  frequency(page: number, weights: readonly number[]): number {
    let frequency = 0;
    for (const [column, count] of this.ofPage.get(page) ?? [])
      frequency += count * (weights[column] as number);
    return frequency;
  }
}

/** The postings of a frequent term: positions are read page by page. */
export class FrequentPostings extends CountedPostings implements TokenPostings {
  /** The leaf on which the term stands. */
  readonly #start: number;
  readonly #groups: readonly Group[];
  readonly #read: ReadPart;
  readonly #loaded = new Map<number, List>();

  /** @param counts of the row of `frequent`, as `leaves`. */
  constructor(counts: Uint8Array, leaves: Uint8Array, read: ReadPart) {
    super(unpackCounts(counts));
    this.#start = new Cursor(leaves).varint();
    this.#groups = unpackLeaves(leaves, [...this.ofPage.keys()]);
    this.#read = read;
  }

  positions(page: number): Position[] {
    return readPositions(this.#loaded.get(page));
  }

  within(allowed: readonly boolean[]): Postings {
    const found = new Map<number, Count[]>();
    for (const [page, counts] of this.ofPage) {
      const own = counts.filter(([column]) => allowed[column]);
      if (own.length) found.set(page, own);
    }
    return new CountedPostings(found);
  }

  async load(pages: Iterable<number>): Promise<void> {
    const wanted = new Set([...pages].filter((page) => this.has(page) && !this.#loaded.has(page)));
    await Promise.all(
      this.#runs([...wanted].sort((a, b) => a - b)).map(async ([first, last]) => {
        const part = await this.#read(first, last, first === this.#start);
        part.lists((page, bytes, start, end) => {
          if (wanted.has(page)) this.#loaded.set(page, { bytes, start, end, next: undefined });
        });
      }),
    );
  }

  /** Leaves, from the first to the last of each run, that have the positions on these pages, which are in order. */
  #runs(pages: readonly number[]): [first: number, last: number][] {
    const runs: [number, number][] = [];
    for (const page of pages) {
      const { leaf, last, end } = this.#groupOf(page);
      const to = page === last ? end : leaf;
      const run = runs.at(-1);
      if (run && leaf <= run[1] + 1) run[1] = Math.max(run[1], to);
      else runs.push([leaf, to]);
    }
    return runs;
  }

  #groupOf(page: number): Group {
    let [low, high] = [0, this.#groups.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#groups[middle] as Group).first <= page) low = middle;
      else high = middle - 1;
    }
    return this.#groups[low] as Group;
  }
}

function unpackCounts(packed: Uint8Array): Counts {
  const counts = new Map<number, Count[]>();
  const cursor = new Cursor(packed);
  let page = 0;
  while (cursor.at < packed.length) {
    const number = cursor.varint();
    page += Math.floor(number / 2);
    const inBody = cursor.varint();
    const own: Count[] = inBody ? [[BODY, inBody]] : [];
    if (number % 2) {
      const others = cursor.varint();
      for (const column of COLUMNS.keys()) if (others & (1 << column)) own.push([column, cursor.varint()]);
    }
    counts.set(page, own);
  }
  return counts;
}

/** @param pages all that the term stands on, in order. */
function unpackLeaves(packed: Uint8Array, pages: readonly number[]): Group[] {
  const groups: Group[] = [];
  const cursor = new Cursor(packed);
  let [leaf, first, at] = [0, 0, 0];
  while (cursor.at < packed.length) {
    leaf += cursor.varint();
    const distance = cursor.varint();
    const before = groups.at(-1);
    if (before) before.end = leaf;
    if (!distance) continue; // goes on with the page before
    first += distance;
    while (before && (pages[at] as number) < first) before.last = pages[at++] as number;
    groups.push({ leaf, first, last: pages.at(-1) as number, end: leaf });
  }
  return groups;
}
