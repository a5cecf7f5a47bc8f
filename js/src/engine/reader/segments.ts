/** An FTS5 index in its tables `…_data` and `…_idx`; their format is told at the top of SQLite's fts5_index.c. */
import { SearchError } from "../../types.ts";
import type { BTree, Where } from "./btree.ts";
import { Cursor, compare, encode, startsWith, uint16 } from "./bytes.ts";
import { Doclist } from "./postings.ts";

const AVERAGES = 1;
const STRUCTURE = 10;
/** Leaf `n` of a segment has the rowid `segment * SEGMENT + n`. */
const SEGMENT = 2 ** 37;
/** Begins every term; other characters are those of prefix indexes, which there are none of. */
const MAIN_INDEX = "0";
/** FTS5 cuts longer tokens. */
const MAX_TOKEN = 32_768;

interface Segment {
  id: number;
  first: number;
  last: number;
}

/** The leaves of a segment that a term, or the terms with a prefix, stand on. */
interface Leaves {
  first: number;
  /** The last on which one of the terms can begin. */
  last: number;
  /** The last that can hold a part of its postings. */
  end: number;
}

/** The averages record: what BM25 has to know of the whole index. */
export interface Totals {
  rows: number;
  /** Of all rows and columns. */
  tokens: number;
}

export class Fts5Index {
  readonly #data: BTree;
  readonly #idx: BTree;
  /** The newest first. */
  readonly #segments: readonly Segment[];
  readonly #marks: Uint8Array;

  private constructor(
    data: BTree,
    idx: BTree,
    segments: readonly Segment[],
    readonly totals: Totals,
    marks: Uint8Array,
  ) {
    this.#data = data;
    this.#idx = idx;
    this.#segments = segments;
    this.#marks = marks;
  }

  /**
   * Rejects with a `SearchError`.
   *
   * @param marks of the terms whose postings go on on the next leaf, as segment.py tells: these leaves are then read together
   */
  static async open(data: BTree, idx: BTree, marks: Uint8Array = new Uint8Array()): Promise<Fts5Index> {
    const records = new Map(
      (await data.rows([AVERAGES, STRUCTURE])).map(({ id, values }) => [id, values[1]]),
    );
    const structure = records.get(STRUCTURE) as Uint8Array;
    // An index that is still empty has no averages.
    const averages = (records.get(AVERAGES) as Uint8Array | undefined) ?? new Uint8Array();
    return new Fts5Index(data, idx, readStructure(structure), readTotals(averages), marks);
  }

  /** The postings of a token, or of all with this prefix: of each term those of every segment, the newest first. */
  async find(token: string, prefix: boolean): Promise<Doclist[][]> {
    const key = keyOf(token);
    const found = await Promise.all(this.#segments.map((segment) => this.#inSegment(segment, key, prefix)));
    const terms = new Map<string, Doclist[]>();
    for (const doclists of found) {
      for (const [term, doclist] of doclists) {
        const own = terms.get(term);
        if (own) own.push(doclist);
        else terms.set(term, [doclist]);
      }
    }
    return [...terms.values()];
  }

  /** How many leaves the terms with this prefix stand on. */
  async leaves(prefix: string): Promise<number> {
    const key = encode(MAIN_INDEX + prefix);
    const counts = this.#segments.map(async ({ id }) => {
      const where = whereIs(id, key, true);
      const own = (await this.#idx.range(where)).filter((entry) => where(entry) === 0);
      const numbers = own.map(([, , value]) => Math.floor((value as number) / 2));
      return numbers.length ? Math.max(...numbers) - Math.min(...numbers) + 1 : 0;
    });
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  /** Whether the postings of each term stand in one place. */
  get isWhole(): boolean {
    return this.#segments.length === 1;
  }

  /**
   * The part of a token's postings that stands on these leaves of the only segment, which follow each other. Unless its
   * postings begin there (`begins`), the part does with the first row that begins on the first of them.
   */
  async part(token: string, first: number, last: number, begins: boolean): Promise<Doclist> {
    const search = new LeafSearch(keyOf(token), false);
    const rest = new Doclist();
    if (!begins) search.open = rest;
    const leaves = await this.#read(this.#segments[0] as Segment, first, last);
    for (const [n, leaf] of leaves.entries()) search.read(leaf, !begins && n === 0);
    return begins ? ([...search.found.values()][0] ?? rest) : rest;
  }

  async #inSegment(segment: Segment, key: Uint8Array, prefix: boolean): Promise<Map<string, Doclist>> {
    const { first, last, end } = await this.#leaves(segment, key, prefix);
    const search = new LeafSearch(key, prefix);
    // Most terms end on the leaf on which they begin. Where this one may not, what follows is read at once.
    const goesOn = !prefix && this.#marks[last] === markOf(key);
    const leaves = await this.#read(segment, first, goesOn ? end : last);
    for (const leaf of leaves.slice(0, last + 1 - first)) search.read(leaf);
    if (search.open) {
      const rest = goesOn ? leaves.slice(last + 1 - first) : await this.#read(segment, last + 1, end);
      for (const leaf of rest) search.read(leaf);
    }
    return search.found;
  }

  /** The index has an entry for each leaf on which a term begins: bytes that no term before them reaches. */
  async #leaves(segment: Segment, key: Uint8Array, prefix: boolean): Promise<Leaves> {
    const where = whereIs(segment.id, key, prefix);
    const leaves: Leaves = { first: segment.first, last: segment.first, end: segment.last };
    for (const entry of await this.#idx.range(where)) {
      const [id, term, value] = entry;
      if (id !== segment.id) continue;
      const order = where(entry);
      // The lowest bit tells of a doclist index, which is for seeking in long lists.
      const leaf = Math.max(segment.first, Math.floor((value as number) / 2));
      if (order > 0) {
        leaves.end = leaf;
        break;
      }
      // On the leaf before this one there may be terms with the prefix, but not where the entry is the prefix itself.
      if (order < 0 || !compare(term as Uint8Array, key)) leaves.first = leaf;
      leaves.last = leaf;
    }
    return leaves;
  }

  async #read(segment: Segment, from: number, to: number): Promise<Uint8Array[]> {
    const ids = Array.from({ length: Math.max(0, to + 1 - from) }, (_, n) => segment.id * SEGMENT + from + n);
    return (await this.#data.rows(ids)).map(({ values }) => values[1] as Uint8Array);
  }
}

/** Gathers the postings of one term, or of all with a prefix, from leaves that follow each other. */
class LeafSearch {
  readonly found = new Map<string, Doclist>();
  /** The postings that may go on on the next leaf. */
  open: Doclist | undefined;
  readonly #key: Uint8Array;
  readonly #prefix: boolean;
  readonly #term = new Uint8Array(MAX_TOKEN + 1);

  constructor(key: Uint8Array, prefix: boolean) {
    this.#key = key;
    this.#prefix = prefix;
  }

  /** @param fromFirstRow what goes on from the leaf before is left out. */
  read(leaf: Uint8Array, fromFirstRow = false): void {
    const firstRow = uint16(leaf, 0);
    const footer = uint16(leaf, 2);
    const offsets = new Cursor(leaf, footer);
    let start = offsets.at < leaf.length ? offsets.varint() : footer;
    const from = fromFirstRow ? firstRow : 4;
    this.open?.add(leaf.subarray(from, start), firstRow ? firstRow - from : undefined);
    if (start === footer) return; // no term begins here
    this.open = undefined;
    for (let isFirst = true; start < footer; isFirst = false) {
      const isLast = offsets.at >= leaf.length;
      const next = isLast ? footer : start + offsets.varint();
      const cursor = new Cursor(leaf, start);
      const kept = isFirst ? 0 : cursor.varint();
      const added = cursor.take(cursor.varint());
      this.#term.set(added, kept);
      const term = this.#term.subarray(0, kept + added.length);
      if (this.#prefix ? startsWith(term, this.#key) : !compare(term, this.#key)) {
        const doclist = new Doclist();
        doclist.add(leaf.subarray(cursor.at, next));
        this.found.set(String.fromCharCode(...term), doclist);
        if (isLast) this.open = doclist;
      }
      start = next;
    }
  }
}

/** Where an entry of the index `…_idx` stands to those of this term, or of the terms with this prefix, in a segment. */
function whereIs(segment: number, key: Uint8Array, prefix: boolean): Where {
  return ([id, term]) => {
    if (id !== segment) return (id as number) - segment;
    return prefix && startsWith(term as Uint8Array, key) ? 0 : compare(term as Uint8Array, key);
  };
}

/** Of a term, with the byte that begins it: after `mark` in segment.py. */
export function markOf(key: Uint8Array): number {
  let number = 0;
  for (const byte of key.subarray(1)) number = (number * 31 + byte) & 0xffff;
  return (number % 255) + 1;
}

function keyOf(token: string): Uint8Array {
  return encode(MAIN_INDEX + token).subarray(0, MAX_TOKEN + 1);
}

function readStructure(record: Uint8Array): Segment[] {
  // After a number of FTS5's own. Tables that can forget rows (`contentless_delete`) have another format.
  const cursor = new Cursor(record, 4);
  if (record[4] === 0xff)
    throw new SearchError("format", "the index has a structure that this program cannot read");
  const levels = cursor.varint();
  cursor.varint(); // how many segments in all
  cursor.varint(); // the write counter
  const segments: Segment[] = [];
  for (let level = 0; level < levels; level++) {
    cursor.varint(); // how many of them are being merged
    const count = cursor.varint();
    const own = Array.from({ length: count }, () => {
      return { id: cursor.varint(), first: cursor.varint(), last: cursor.varint() };
    });
    // Levels begin with the newest, and end with their newest.
    segments.push(...own.reverse());
  }
  return segments;
}

function readTotals(record: Uint8Array): Totals {
  const cursor = new Cursor(record);
  const rows = record.length ? cursor.varint() : 0;
  let tokens = 0;
  while (cursor.at < record.length) tokens += cursor.varint();
  return { rows, tokens };
}
