import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Ahead, type Network } from "../src/pages/ahead.ts";
import type * as gzip from "../src/pages/gzip.ts";
import type { Manifest } from "../src/pages/manifest.ts";
import { publish } from "./support/publish.ts";

const CONTENT = new Uint8Array(20_000);

// The stream would take real time.
vi.mock("../src/pages/gzip.ts", async (original) => ({
  ...(await original<typeof gzip>()),
  unpack: async (packed: Uint8Array) => new Uint8Array(gunzipSync(packed)),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(network?: Network, prefetch: Manifest["prefetch"] = "whole", ahead: Manifest["ahead"] = []) {
  const { chunks, transport } = publish(CONTENT, { ahead });
  chunks.manifest.prefetch = prefetch;
  return { chunks, transport, ahead: new Ahead(chunks, network) };
}

test("a database is fetched whole if it says so, without what is there, when nothing is asked for", async () => {
  const { chunks, transport, ahead } = begin();
  await Promise.all([chunks.loadFirst("reader"), chunks.load(3000, 3001), vi.advanceTimersByTimeAsync(0)]);
  ahead.start();
  await vi.advanceTimersByTimeAsync(1999);
  expect(transport.fetched).toEqual(["first.bin", "2.bin"]);
  await vi.advanceTimersByTimeAsync(1000);
  const others = Array.from({ length: 19 }, (_, n) => n + 1).filter((n) => n !== 2);
  expect(transport.fetched.slice(2)).toEqual(others.map((n) => `${n}.bin`));
});

test("three chunks come at once, and a new search stops it", async () => {
  const { transport, ahead } = begin();
  ahead.start();
  await vi.advanceTimersByTimeAsync(2000);
  expect(transport.fetched).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(2);
  const before = transport.fetched.length;
  expect(before).toBeLessThan(20);
  ahead.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(transport.fetched).toHaveLength(before);
});

test("of another database, what follows the chunks that were needed is fetched", async () => {
  const { chunks, transport, ahead } = begin(undefined, "some");
  await Promise.all([chunks.load(3000, 6000), chunks.load(9000, 9001), vi.advanceTimersByTimeAsync(0)]);
  ahead.start();
  await vi.advanceTimersByTimeAsync(3000);
  expect(transport.fetched.slice(5)).toEqual(["9.bin", "6.bin"]);
});

test("what most searches read is fetched first, after a short pause, and then what may be read next", async () => {
  const { chunks, transport, ahead } = begin(undefined, "some", [[4000, 7000]]);
  await Promise.all([chunks.load(3000, 3001), vi.advanceTimersByTimeAsync(0)]);
  ahead.start();
  await vi.advanceTimersByTimeAsync(99);
  expect(transport.fetched).toEqual(["2.bin"]);
  await vi.advanceTimersByTimeAsync(100);
  expect(transport.fetched).toEqual(["2.bin", "3.bin", "4.bin", "5.bin", "6.bin"]);
  await Promise.all([chunks.load(9000, 9001), vi.advanceTimersByTimeAsync(0)]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(transport.fetched.slice(5)).toEqual(["8.bin", "9.bin"]);
});

test.each([[[]], [[[0, 5000]]]])("a failure ends it quietly: %j", async (common) => {
  const { transport, ahead } = begin(undefined, undefined, common as Manifest["ahead"]);
  transport.files.delete("1.bin");
  ahead.start();
  await vi.advanceTimersByTimeAsync(9000);
  expect(transport.fetched).toEqual(["0.bin", "1.bin", "2.bin", "3.bin"]);
});

test("nothing is fetched where the site wants it so", async () => {
  const { chunks, transport, ahead } = begin(undefined, "none", [[4000, 7000]]);
  await Promise.all([chunks.load(3000, 3001), vi.advanceTimersByTimeAsync(0)]);
  ahead.start();
  await vi.advanceTimersByTimeAsync(9000);
  expect(transport.fetched).toEqual(["2.bin"]);
});

test("where the connection is fast it is", async () => {
  const { transport, ahead } = begin({ saveData: false, effectiveType: "4g" });
  ahead.start();
  await vi.advanceTimersByTimeAsync(3000);
  expect(transport.fetched).toHaveLength(20);
});

test.each([
  { saveData: true },
  { effectiveType: "3g" },
  { effectiveType: "2g" },
  { effectiveType: "slow-2g" },
])("nothing is fetched where data are dear: %o", async (network) => {
  const { transport, ahead } = begin(network);
  ahead.start();
  await vi.advanceTimersByTimeAsync(3000);
  expect(transport.fetched).toEqual([]);
});
