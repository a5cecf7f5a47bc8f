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

/** The pages of a block, from a row of the table `head`, as `heads.py` packs them. */
export function unpackHeads(block: number, firstSection: number, heads: string, packed: Uint8Array): Head[] {
  const [urls, titles, trails, trailOf] = JSON.parse(heads) as [string[], string[], string[][], number[]];
  const cursor = new Cursor(packed);
  const take = (count: number) => Array.from({ length: count }, () => cursor.varint());
  const counts = take(urls.length);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [marked, parts] = [take(total), take(total)];
  let passage = 0;
  return urls.map((url, n) => {
    const id = block * BLOCK + n + 1;
    const before = { body: { token: 0, part: 0 }, generated: { token: 0, part: 0 } };
    const starts = Array.from({ length: counts[n] as number }, (): Start => {
      const marks = marked[passage] as number;
      const column = marks & GENERATED ? "generated" : "body";
      const at = before[column];
      at.token += marks >> 2;
      at.part += parts[passage] as number;
      return {
        id: firstSection + passage++,
        page: id,
        column,
        firstToken: at.token,
        firstPart: at.part,
        continues: (marks & CONTINUES) !== 0,
      };
    });
    return { id, url, title: titles[n] as string, trail: trails[trailOf[n] as number] as string[], starts };
  });
}
