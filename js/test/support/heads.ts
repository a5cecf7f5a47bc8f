/** Rows of the table `head` and lists of leaves, after `mkdocs_fts/heads.py` and `mkdocs_fts/layout.py`. */

import type { Start } from "../../src/engine/engine.ts";
import { Heads } from "../../src/engine/heads.ts";
import { openDatabase } from "./sqlite.ts";

/** A page with the starts of its passages. */
export interface HeadSpec {
  url: string;
  title: string;
  trail: string[];
  starts: { generated: boolean; continues: boolean; firstToken: number; firstPart: number }[];
}

/** The columns `heads` and `starts`. */
export function packHeads(pages: readonly HeadSpec[]): [heads: string, starts: Uint8Array] {
  const trails = [...new Set(pages.map(({ trail }) => JSON.stringify(trail)))];
  const heads = JSON.stringify([
    pages.map(({ url }) => url),
    pages.map(({ title }) => title),
    trails.map((trail) => JSON.parse(trail)),
    pages.map(({ trail }) => trails.indexOf(JSON.stringify(trail))),
  ]);
  const marked: number[] = [];
  const parts: number[] = [];
  for (const { starts } of pages) {
    const before = [
      { token: 0, part: 0 },
      { token: 0, part: 0 },
    ];
    for (const { generated, continues, firstToken, firstPart } of starts) {
      const at = before[Number(generated)] as { token: number; part: number };
      marked.push(4 * (firstToken - at.token) + 2 * Number(continues) + Number(generated));
      parts.push(firstPart - at.part);
      Object.assign(at, { token: firstToken, part: firstPart });
    }
  }
  return [heads, packNumbers([...pages.map(({ starts }) => starts.length), ...marked, ...parts])];
}

/** Those of all pages of a database that `writeDatabase` wrote, as `heads.py` joins them. */
export async function joinHeads(bytes: Uint8Array): Promise<[heads: string, starts: Uint8Array]> {
  const database = await openDatabase(bytes);
  try {
    const [result] = database.exec("SELECT id, first_section, heads, starts FROM head ORDER BY id");
    const rows = (result?.values ?? []) as [number, number, string, Uint8Array][];
    const side = ({ column, ...start }: Start) => ({ ...start, generated: column === "generated" });
    return packHeads(
      rows
        .flatMap((row) => Heads.ofBlock(...row).all())
        .map(({ starts, ...page }) => ({ ...page, starts: starts.map(side) })),
    );
  } finally {
    database.close();
  }
}

/** In SQLite's variable-length integers. */
export function packNumbers(numbers: readonly number[]): Uint8Array {
  return Uint8Array.from(
    numbers.flatMap((number) => {
      const bytes = [number % 0x80];
      for (let rest = Math.floor(number / 0x80); rest; rest = Math.floor(rest / 0x80))
        bytes.unshift((rest % 0x80) | 0x80);
      return bytes;
    }),
  );
}
