import { gzipSync } from "node:zlib";
import { describe, expect, test, vi } from "vitest";
import { Chunks } from "../src/pages/chunks.ts";
import { BASE, type Cut, publish } from "./support/publish.ts";
import { Random } from "./support/random.ts";

const random = new Random(10);
const CONTENT = Uint8Array.from({ length: 10_000 }, () => random.below(256));

/** Three ranges of differing chunk sizes; the last chunk of each is shorter. Chunks 0–4, 5–7 and 8–11. */
const RANGES = [
  { start: 0, end: 1100, chunk: 256 },
  { start: 1100, end: 4000, chunk: 1024 },
  { start: 4000, end: 10_000, chunk: 2000 },
];
const NO_PACK: Cut = { first: [] };

/** Reads the bytes at these positions, all at the same time. */
const loadAll = (chunks: Chunks, positions: number[]) =>
  Promise.all(positions.map((position) => chunks.load(position, position + 1)));

describe("reading", () => {
  test("gives any stretch of the database, over borders of chunks, ranges and the first pack", async () => {
    const cuts: Cut[] = [
      {},
      NO_PACK,
      { ranges: RANGES, first: [] },
      {
        ranges: RANGES,
        first: [
          [0, 512],
          [1000, 1200],
          [9000, 10_000],
        ],
      },
      { ranges: [{ start: 0, end: 10_000, chunk: 7 }] },
      { ranges: [{ start: 0, end: 10_000, chunk: 65_536 }], first: [[5000, 5001]] },
    ];
    for (const cut of cuts) {
      const { chunks } = publish(CONTENT, cut);
      await chunks.loadFirst("reader");
      for (let round = 0; round < 300; round++) {
        const start = random.below(10_000);
        const end = start + 1 + random.below(Math.min(round * 10 + 1, 10_000 - start));
        expect(chunks.read(start, end), `${start} to ${end}`).toEqual(CONTENT.slice(start, end));
      }
      expect(chunks.read(0, 10_000)).toEqual(CONTENT);
    }
  });

  test("numbers chunks over all ranges", () => {
    const { chunks, transport } = publish(CONTENT, { ranges: RANGES, first: [] });
    for (const position of [0, 1099, 1100, 3999, 4000, 9999]) chunks.read(position, position + 1);
    expect(transport.fetchedSync).toEqual(["0.bin", "4.bin", "5.bin", "7.bin", "8.bin", "10.bin"]);
  });

  test("fetches what is missing while the caller waits, once, and counts it", () => {
    const { chunks, transport } = publish(CONTENT, NO_PACK);
    chunks.read(1000, 2100);
    chunks.read(1500, 1600);
    expect(transport.fetchedSync).toEqual(["0.bin", "1.bin", "2.bin"]);
    expect(chunks.syncRequests).toBe(3);
  });

  test("what was not fetched is an error where nobody may wait for it", () => {
    const { manifest, transport } = publish(CONTENT);
    expect(() => new Chunks(manifest, BASE, transport).read(3000, 3001)).toThrow(
      expect.objectContaining({ code: "engine", message: "2.bin was read before it was fetched" }),
    );
    expect(transport.fetchedSync).toEqual([]);
  });

  test("outside of the database is an error", () => {
    const { chunks } = publish(CONTENT);
    expect(() => chunks.read(10_000, 10_001)).toThrow(expect.objectContaining({ code: "damaged" }));
  });
});

describe("the first pack", () => {
  test("is one request and spares all others within it", async () => {
    const { chunks, transport } = publish(CONTENT, {
      first: [
        [0, 2048],
        [5000, 6000],
      ],
    });
    await chunks.loadFirst("reader");
    expect(chunks.read(100, 2048)).toEqual(CONTENT.slice(100, 2048));
    expect(chunks.read(5000, 6000)).toEqual(CONTENT.slice(5000, 6000));
    await loadAll(chunks, [0, 2047, 5500]);
    expect(transport.fetched).toEqual(["first.bin"]);
    expect(chunks.syncRequests).toBe(0);
  });

  test("that is not as long as its ranges is damaged", async () => {
    const { chunks, files } = publish(CONTENT, { first: [[0, 100]] });
    files.set("first.bin", gzipSync(CONTENT.subarray(0, 99)));
    await expect(chunks.loadFirst("reader")).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/first\.bin/),
    });
    expect(chunks.read(0, 100)).toEqual(CONTENT.slice(0, 100));
  });

  test("that is missing is a failure of the network", async () => {
    const { chunks, files } = publish(CONTENT);
    files.delete("first.bin");
    await expect(chunks.loadFirst("reader")).rejects.toMatchObject({ code: "network" });
  });
});

describe("fetching beforehand", () => {
  test("goes in parallel, each chunk once", async () => {
    const { chunks, transport } = publish(CONTENT, NO_PACK);
    const done = loadAll(chunks, [0, 1, 1023, 1024, 9999]);
    expect(transport.fetched, "all asked for before any came").toEqual(["0.bin", "1.bin", "9.bin"]);
    await done;
    chunks.read(0, 2048);
    chunks.read(9990, 10_000);
    expect(transport.fetchedSync).toEqual([]);
  });

  test("joins requests that are on their way, and those already answered", async () => {
    const { chunks, transport } = publish(CONTENT, NO_PACK);
    await Promise.all([loadAll(chunks, [0, 2000]), loadAll(chunks, [2000, 3000])]);
    await loadAll(chunks, [0, 2000, 3000]);
    expect(transport.fetched).toEqual(["0.bin", "1.bin", "2.bin"]);
  });

  test("does not repeat what was fetched while the caller waited", async () => {
    const { chunks, transport } = publish(CONTENT, NO_PACK);
    chunks.read(0, 10);
    await loadAll(chunks, [5]);
    expect(transport.fetched).toEqual([]);
  });

  test("can be tried again after a failure", async () => {
    const { chunks, files } = publish(CONTENT, NO_PACK);
    const lost = files.get("2.bin") as Uint8Array;
    files.delete("2.bin");
    await expect(loadAll(chunks, [2048])).rejects.toMatchObject({ code: "network" });
    files.set("2.bin", lost);
    await loadAll(chunks, [2048]);
    expect(chunks.read(2048, 2050)).toEqual(CONTENT.slice(2048, 2050));
    expect(chunks.syncRequests).toBe(0);
  });
});

describe("a chunk that is not what it should be", () => {
  const html = Buffer.from("<!doctype html><h1>404</h1><p>This page does not exist.");
  const flipped = (file: Uint8Array) => file.map((byte, at) => (at === 50 ? byte ^ 1 : byte));

  test.each([
    ["a page of the host", () => html],
    ["a damaged file", flipped],
    ["a file that breaks off", (file: Uint8Array) => file.subarray(0, 500)],
    ["an unpacked file", () => CONTENT.slice(1024, 2048)],
    ["another chunk of another length", () => gzipSync(CONTENT.subarray(0, 1000))],
    ["an empty chunk", () => gzipSync("")],
  ])("is damaged: %s", async (_, replace) => {
    const { chunks, files } = publish(CONTENT, NO_PACK);
    files.set("1.bin", replace(files.get("1.bin") as Uint8Array));
    const damaged = { name: "SearchError", code: "damaged", message: expect.stringContaining("1.bin") };
    expect(() => chunks.read(1000, 3000)).toThrow(expect.objectContaining(damaged));
    await expect(loadAll(chunks, [1024])).rejects.toMatchObject(damaged);
  });

  test("is fetched once more, past what a cache has of it", async () => {
    const { manifest, files, transport } = publish(CONTENT, NO_PACK);
    const fetch = vi.fn(async (_: URL, how?: string) =>
      how === "anew" ? (files.get("1.bin") as Buffer) : html,
    );
    const chunks = new Chunks(manifest, BASE, Object.assign(transport, { fetch }));
    await loadAll(chunks, [1024]);
    expect(chunks.read(1024, 1030)).toEqual(CONTENT.slice(1024, 1030));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("that is missing is a failure of the network", () => {
    const { chunks, files } = publish(CONTENT, NO_PACK);
    files.delete("1.bin");
    expect(() => chunks.read(1024, 1025)).toThrow(expect.objectContaining({ code: "network" }));
  });
});
