/** SQLite's b-trees, after <https://www.sqlite.org/fileformat2.html#b_tree_pages>. */
import { groupBy } from "../../query/group.ts";
import type { Value } from "../info.ts";
import { Cursor, concatenated, uint16, uint32 } from "./bytes.ts";
import type { Leaves } from "./leaves.ts";
import type { Pages } from "./pages.ts";
import { readRecord } from "./record.ts";

const INTERIOR_INDEX = 0x02;
const INTERIOR_TABLE = 0x05;
const LEAF_TABLE = 0x0d;

/** A row of a table with rowids: column `INTEGER PRIMARY KEY` is null among its values, the rowid stands for it. */
export interface Row {
  id: number;
  values: Value[];
}

/** Whether an entry of an index stands before (negative), in (0) or after (positive) the entries that are wanted. */
export type Where = (entry: Value[]) => number;

export class BTree {
  constructor(
    readonly pages: Pages,
    /** The number of its topmost page. */
    readonly root: number,
    /** Of a table, if they are known: no other page need be read. */
    readonly leaves?: Leaves,
  ) {}

  /** The rows of a table with these ids, in the order of ids. */
  async rows(ids: Iterable<number>): Promise<Row[]> {
    const sorted = [...new Set(ids)].sort((a, b) => a - b);
    if (!sorted.length) return [];
    if (!this.leaves) return this.#rows(this.root, sorted);
    const leaves = [...groupBy(sorted, this.leaves.of)].map(([leaf, own]) => this.#rows(leaf, own));
    return (await Promise.all(leaves)).flat();
  }

  /** All rows of a table. */
  all(): Promise<Row[]> {
    return this.#rows(this.root, null);
  }

  /**
   * The entries of an index, or of a table `WITHOUT ROWID`, that are wanted, in their order. Some of those around may
   * come too, the last before and the first after always.
   */
  range(where: Where): Promise<Value[][]> {
    return this.#range(this.root, where);
  }

  async #rows(number: number, ids: readonly number[] | null): Promise<Row[]> {
    const page = await this.#page(number);
    if (!page.interior) {
      const cells = ids ? ids.flatMap((id) => page.find(id) ?? []) : page.all();
      return Promise.all(cells.map(async (n) => ({ id: page.key(n), values: await page.record(n) })));
    }
    if (!ids) {
      const children = Array.from({ length: page.count + 1 }, (_, n) => this.#rows(page.child(n), null));
      return (await Promise.all(children)).flat();
    }
    const idsOf = groupBy(ids, (id) => page.lowerBound((n) => page.key(n) >= id));
    const children = [...idsOf].map(([child, own]) => this.#rows(page.child(child), own));
    return (await Promise.all(children)).flat();
  }

  async #range(number: number, where: Where): Promise<Value[][]> {
    const page = await this.#page(number);
    const records = new Map<number, Value[]>();
    const record = async (n: number) => {
      const known = records.get(n) ?? (await page.record(n));
      records.set(n, known);
      return known;
    };
    const bound = async (isBeyond: (order: number) => boolean) => {
      let [low, high] = [0, page.count];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (isBeyond(where(await record(middle)))) high = middle;
        else low = middle + 1;
      }
      return low;
    };
    const from = await bound((order) => order >= 0);
    const to = await bound((order) => order > 0);
    // Interior pages have entries of their own, and between them their children's.
    const children: Promise<Value[][]>[] = [];
    if (page.interior) for (let n = from; n <= to; n++) children.push(this.#range(page.child(n), where));
    const found: Value[][] = [];
    for (let n = Math.max(0, from - 1); n <= to; n++) {
      if (n >= from) found.push(...((await children[n - from]) ?? []));
      if (n < page.count) found.push(await record(n));
    }
    return found;
  }

  async #page(number: number): Promise<BTreePage> {
    return new BTreePage(this.pages, await this.pages.page(number), number === 1 ? 100 : 0);
  }
}

class BTreePage {
  readonly interior: boolean;
  /** Of its cells. */
  readonly count: number;
  readonly #pages: Pages;
  readonly #bytes: Uint8Array;
  readonly #header: number;
  readonly #isTable: boolean;

  /** @param header where the page's header starts: on page 1 the file's own comes first. */
  constructor(pages: Pages, bytes: Uint8Array, header: number) {
    const kind = bytes[header];
    this.#pages = pages;
    this.#bytes = bytes;
    this.#header = header;
    this.#isTable = kind === INTERIOR_TABLE || kind === LEAF_TABLE;
    this.interior = kind === INTERIOR_TABLE || kind === INTERIOR_INDEX;
    this.count = uint16(bytes, header + 3);
  }

  all(): number[] {
    return Array.from({ length: this.count }, (_, n) => n);
  }

  /** The page number of a child: `n` stands before the cell of that number, the last after all cells. */
  child(n: number): number {
    return uint32(this.#bytes, n < this.count ? this.#cell(n) : this.#header + 8);
  }

  /** The rowid of a table's cell. */
  key(n: number): number {
    const cursor = new Cursor(this.#bytes, this.#cell(n) + (this.interior ? 4 : 0));
    const first = cursor.varint();
    return this.interior ? first : cursor.varint();
  }

  /** The cell of a table's leaf with this rowid. */
  find(id: number): number | undefined {
    const n = this.lowerBound((n) => this.key(n) >= id);
    return n < this.count && this.key(n) === id ? n : undefined;
  }

  /** The first cell from which on `isBeyond` holds. */
  lowerBound(isBeyond: (n: number) => boolean): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBeyond(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** The row or entry that a cell holds. */
  async record(n: number): Promise<Value[]> {
    const cursor = new Cursor(this.#bytes, this.#cell(n) + (this.interior ? 4 : 0));
    const length = cursor.varint();
    if (this.#isTable) cursor.varint();
    const { usable } = this.#pages;
    const most = this.#isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    if (length <= most) return readRecord(cursor.take(length));
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const fitting = least + ((length - least) % (usable - 4));
    const local = cursor.take(fitting <= most ? fitting : least);
    const rest = await this.#pages.overflow(uint32(this.#bytes, cursor.at), length - local.length);
    return readRecord(concatenated([local, rest]));
  }

  #cell(n: number): number {
    return uint16(this.#bytes, this.#header + (this.interior ? 12 : 8) + 2 * n);
  }
}
