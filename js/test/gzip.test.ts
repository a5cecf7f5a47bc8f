import { crc32 as crcOfZlib, deflateRawSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { unpack } from "../src/pages/gzip.ts";
import { crc32, unpackSync } from "../src/pages/unpack-sync.ts";
import { Random } from "./support/random.ts";

const random = new Random(9);
const bytes = (length: number) => Uint8Array.from({ length }, () => random.below(256));
const damaged = (message: RegExp) =>
  expect.objectContaining({ code: "damaged", message: expect.stringMatching(message) });

test("the checksum is that of gzip", () => {
  for (const length of [0, 1, 2, 255, 256, 10_000]) {
    const content = bytes(length);
    expect(crc32(content)).toBe(crcOfZlib(content));
  }
});

const ways: Record<string, typeof unpack> = {
  "as the browser does": unpack,
  "while the caller waits": async (...file) => unpackSync(...file),
};

describe.each(Object.entries(ways))("unpacking %s", (_, unpack) => {
  const content = Buffer.from("the quick brown fox jumps over the lazy dog, the quick brown fox");
  const packed = new Uint8Array(gzipSync(content));

  test("gives the content back, whatever its size and the level of compression", async () => {
    for (const length of [0, 1, 8192, 70_000]) {
      for (const level of [0, 6, 9]) {
        const original = bytes(length);
        expect(await unpack(gzipSync(original, { level }), "0.bin", length)).toEqual(original);
      }
    }
  });

  test("reads a file that is a part of a larger buffer", async () => {
    const buffer = Buffer.concat([bytes(7), packed, bytes(9)]);
    const view = new Uint8Array(buffer.buffer, buffer.byteOffset + 7, packed.length);
    expect(Buffer.from(await unpack(view, "0.bin", content.length))).toEqual(content);
  });

  test("notices any single damaged byte that changes the content", async () => {
    let harmless = 0;
    for (let at = 0; at < packed.length; at++) {
      const broken = packed.slice();
      broken[at] = (broken[at] as number) ^ 0x10;
      try {
        // Time stamp, operating system and the like: the content is whole.
        expect(Buffer.from(await unpack(broken, "0.bin", content.length))).toEqual(content);
        harmless++;
      } catch (error) {
        expect(error).toMatchObject({ name: "SearchError", code: "damaged" });
      }
    }
    expect(harmless).toBeLessThan(9);
  });

  test("notices a file that breaks off or goes on", async () => {
    for (let length = 0; length < packed.length; length++) {
      const part = unpack(packed.subarray(0, length), "0.bin", content.length);
      await expect(part).rejects.toEqual(damaged(/0\.bin/));
    }
    const longer = Buffer.concat([packed, bytes(5)]);
    await expect(unpack(longer, "0.bin", content.length)).rejects.toEqual(damaged(/0\.bin/));
  });

  test("notices something else in the file's place", async () => {
    const html = Buffer.from("<!doctype html><title>Not found</title>");
    for (const file of [html, new Uint8Array(), deflateRawSync(content)])
      await expect(unpack(file, "3.bin", 10)).rejects.toEqual(damaged(/3\.bin is no gzip file/));
  });

  test("notices a whole file of another length", async () => {
    await expect(unpack(packed, "first.bin", content.length + 1)).rejects.toEqual(
      damaged(/first\.bin has 64 bytes, not 65/),
    );
    await expect(unpack(gzipSync(""), "0.bin", 8192)).rejects.toEqual(damaged(/0 bytes, not 8192/));
  });
});
