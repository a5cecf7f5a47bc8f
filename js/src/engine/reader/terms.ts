/** The tables `term` and `term_fts`. */
import type { TermRow } from "../engine.ts";
import type { BTree } from "./btree.ts";
import { compare, encode } from "./bytes.ts";
import { Fts5Index } from "./segments.ts";
import { whenNeeded } from "./when-needed.ts";

export class Terms {
  readonly #tree: (name: string) => BTree;
  readonly #index: () => Promise<Fts5Index>;

  constructor(tree: (name: string) => BTree) {
    this.#tree = tree;
    this.#index = whenNeeded(() => Fts5Index.open(tree("term_fts_data"), tree("term_fts_idx")));
  }

  /** The terms that have at least so many of these trigrams or marked stems; those on most pages first. */
  async having(grams: readonly string[], atLeast: number): Promise<TermRow[]> {
    const index = await this.#index();
    const counts = new Map<number, number>();
    for (const found of await Promise.all(grams.map((gram) => index.find(gram, false)))) {
      for (const id of rowsOf(found)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const ids = [...counts].filter(([, count]) => count >= atLeast).map(([id]) => id);
    const rows = (await this.#tree("term").rows(ids)).map(({ values: [, term, pages] }) => {
      return { term: term as string, pages: pages as number };
    });
    // By their bytes, as SQLite sorts.
    return rows.sort((a, b) => b.pages - a.pages || compare(encode(a.term), encode(b.term)));
  }
}

/** The rows of one term, whose newest entry holds. */
function rowsOf(terms: Awaited<ReturnType<Fts5Index["find"]>>): number[] {
  const deletedOf = new Map<number, boolean>();
  for (const doclist of terms.flat()) {
    doclist.rows((row, deleted) => {
      if (!deletedOf.has(row)) deletedOf.set(row, deleted);
    });
  }
  return [...deletedOf].flatMap(([row, deleted]) => (deleted ? [] : row));
}
