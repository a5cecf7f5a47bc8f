import { Cursor } from "./bytes.ts";

/** The leaf pages of a table, as `layout.py` packs them: each with the last rowid that may stand on it. */
export class Leaves {
  readonly #pages: number[] = [];
  readonly #lastIds: number[] = [];

  constructor(packed: Uint8Array) {
    const cursor = new Cursor(packed);
    let [page, id] = [0, 0];
    while (cursor.at < packed.length) {
      page += cursor.varint() + 1;
      this.#pages.push(page);
      // The last leaf has no end.
      id = cursor.at < packed.length ? id + cursor.varint() : Number.POSITIVE_INFINITY;
      this.#lastIds.push(id);
    }
  }

  /** The leaf on which a row with this id stands, if there is one. */
  readonly of = (id: number): number => {
    let [low, high] = [0, this.#lastIds.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lastIds[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return this.#pages[low] as number;
  };
}
