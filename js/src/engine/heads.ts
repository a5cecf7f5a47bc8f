import type { PageRow, Start } from "./engine.ts";
import { Cursor } from "./reader/bytes.ts";

/** Pages of a block. */
const BLOCK = 16;
const GENERATED = 1;
const CONTINUES = 2;

/** A page without its text. */
export interface Head extends PageRow {
  /** Of its passages, in the order of reading. */
  starts: Start[];
}

/** The blocks in which pages stand. */
export function blocksOf(pages: Iterable<number>): number[] {
  return [...new Set([...pages].map((page) => Math.floor((page - 1) / BLOCK)))];
}

/** The heads of pages that follow on each other, as `heads.py` packs them; unpacked page by page, when they are asked for. */
export class Heads {
  readonly #urls: string[];
  readonly #titles: string[];
  readonly #trails: string[][];
  readonly #trailOf: number[];
  /** How many passages stand before each page, and before the page that would follow the last. */
  readonly #passagesBefore = [0];
  readonly #marked: Float64Array;
  readonly #parts: Float64Array;

  private constructor(
    readonly firstPage: number,
    readonly firstSection: number,
    heads: string,
    starts: Uint8Array,
  ) {
    [this.#urls, this.#titles, this.#trails, this.#trailOf] = JSON.parse(heads);
    const cursor = new Cursor(starts);
    let passages = 0;
    for (const count of cursor.varints(this.#urls.length)) {
      passages += count;
      this.#passagesBefore.push(passages);
    }
    this.#marked = cursor.varints(passages);
    this.#parts = cursor.varints(passages);
  }

  /** Those of all pages of a site, whose passages are numbered from 0. */
  static ofAll(heads: string, starts: Uint8Array): Heads {
    return new Heads(1, 0, heads, starts);
  }

  /** Those of a block, from a row of the table `head`. */
  static ofBlock(block: number, firstSection: number, heads: string, starts: Uint8Array): Heads {
    return new Heads(block * BLOCK + 1, firstSection, heads, starts);
  }

  all(): Head[] {
    return this.#urls.map((_, n) => this.#head(n));
  }

  /** Those of the given pages that are among them, in the order of pages. */
  of(pages: Iterable<number>): Head[] {
    const places = [...new Set(pages)].map((page) => page - this.firstPage);
    return places
      .filter((n) => n >= 0 && n < this.#urls.length)
      .sort((a, b) => a - b)
      .map((n) => this.#head(n));
  }

  #head(n: number): Head {
    const id = this.firstPage + n;
    return {
      id,
      url: this.#urls[n] as string,
      title: this.#titles[n] as string,
      trail: this.#trails[this.#trailOf[n] as number] as string[],
      starts: this.#starts(id, this.#passagesBefore[n] as number, this.#passagesBefore[n + 1] as number),
    };
  }

  #starts(page: number, from: number, to: number): Start[] {
    const before = { body: { token: 0, part: 0 }, generated: { token: 0, part: 0 } };
    return Array.from({ length: to - from }, (_, n): Start => {
      const marks = this.#marked[from + n] as number;
      const column = marks & GENERATED ? "generated" : "body";
      const at = before[column];
      at.token += marks >> 2;
      at.part += this.#parts[from + n] as number;
      return {
        id: this.firstSection + from + n,
        page,
        column,
        firstToken: at.token,
        firstPart: at.part,
        continues: (marks & CONTINUES) !== 0,
      };
    });
  }
}
