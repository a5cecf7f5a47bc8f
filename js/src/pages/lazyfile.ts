import type { Chunks } from "./chunks.ts";

/**
 * A file for sql.js that is read page by page.
 *
 * sql.js takes the file as a `Uint8Array`, copies it with `slice()` and then reads with `subarray(a, b)`, or, up to eight
 * bytes, one by one: the end of a long text on an overflow page. An object that has these stands in for it. The database
 * file never changes, so that the copy may be the object itself.
 */
export function lazyFile(chunks: Chunks): Uint8Array {
  const { size } = chunks.manifest;
  const methods: Record<string | symbol, unknown> = {
    length: size,
    slice: () => file,
    // Some reads ask for the file's end by itself: `subarray(position)`.
    subarray: (start: number, end = size) => chunks.read(start, Math.min(end, size)),
  };
  const file = new Proxy(methods, {
    get(target, key) {
      const position = typeof key === "string" && /^\d+$/.test(key) ? Number(key) : size;
      return position < size ? chunks.read(position, position + 1)[0] : target[key];
    },
  });
  return file as unknown as Uint8Array;
}
