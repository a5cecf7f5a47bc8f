import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { blocksOf, Heads } from "../src/engine/heads.ts";
import { encode } from "../src/engine/reader/bytes.ts";
import { Leaves } from "../src/engine/reader/leaves.ts";
import { markOf } from "../src/engine/reader/segments.ts";

interface HeadVector {
  pages: {
    url: string;
    title: string;
    trail: string[];
    starts: { generated: boolean; continues: boolean; first_token: number; first_part: number }[];
  }[];
  heads: string;
  starts: string;
}

interface Vectors {
  heads: HeadVector[];
  leaves: { leaves: [number, number | null][]; packed: string }[];
  marks: { term: string; mark: number }[];
}

const VECTORS: Vectors = JSON.parse(
  readFileSync(new URL("../../tests/vectors/layout.json", import.meta.url), "utf8"),
);

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));

describe("heads", () => {
  test.each(VECTORS.heads)("come back as the shared vectors say: $heads", ({ pages, heads, starts }) => {
    let passage = 70;
    const expected = pages.map(({ starts, ...page }, n) => ({
      ...page,
      id: 33 + n,
      starts: starts.map(({ generated, continues, first_token, first_part }) => ({
        id: passage++,
        page: 33 + n,
        column: generated ? "generated" : "body",
        firstToken: first_token,
        firstPart: first_part,
        continues,
      })),
    }));
    const block = Heads.ofBlock(2, 70, heads, bytes(starts));
    expect(block.all()).toEqual(expected);
    expect(block.of([35, 33, 1, 33, 4000])).toEqual(expected.filter(({ id }) => id !== 34));
  });

  test("of a whole site count pages from 1 and passages from 0", () => {
    const { pages, heads, starts } = VECTORS.heads.at(-1) as HeadVector;
    const all = Heads.ofAll(heads, bytes(starts)).all();
    expect(all.map(({ id }) => id)).toEqual(pages.map((_, n) => n + 1));
    const sections = all.flatMap(({ starts }) => starts.map(({ id }) => id));
    expect(sections).toEqual(sections.map((_, n) => n));
  });

  test("stand in blocks of sixteen pages", () => {
    expect(blocksOf([1, 16, 17, 16, 33])).toEqual([0, 1, 2]);
    expect(blocksOf([])).toEqual([]);
  });
});

test.each(VECTORS.marks)("the mark of $term is that of the shared vectors", ({ term, mark }) => {
  expect(markOf(encode(`0${term}`))).toBe(mark);
});

test.each(VECTORS.leaves.filter(({ packed }) => packed))(
  "leaves come back as the shared vectors say: $packed",
  (vector) => {
    const { of } = new Leaves(bytes(vector.packed));
    let first = 0;
    for (const [page, last] of vector.leaves) {
      expect(of(first)).toBe(page);
      if (last === null) expect(of(2 ** 50)).toBe(page);
      else expect(of(last)).toBe(page);
      first = (last ?? 0) + 1;
    }
  },
);
