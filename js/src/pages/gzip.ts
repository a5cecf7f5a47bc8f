import { SearchError } from "../types.ts";

/** Unpack a file. Rejects with a `SearchError` where it is not what it should be. */
export async function unpack(packed: Uint8Array, name: string, length: number): Promise<Uint8Array> {
  checkClaims(packed, name, length);
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  // What fails here fails when the other end is read.
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => {});
  writer.close().catch(() => {});
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await new Response(readable).arrayBuffer());
  } catch (error) {
    throw new SearchError("damaged", `${name} cannot be unpacked: ${error}`);
  }
  if (bytes.length !== length) throw isDamaged(name);
  return bytes;
}

/**
 * Check what one gzip member tells of itself, before unpacking, which would take as much memory as it claims to need, and
 * return its checksum. Throws a `SearchError` with code `damaged`.
 */
export function checkClaims(packed: Uint8Array, name: string, length: number): number {
  if (packed.length < 18 || packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new SearchError("damaged", `${name} is no gzip file: the server sent something else`);
  }
  const trailer = new DataView(packed.buffer, packed.byteOffset + packed.length - 8, 8);
  const claimed = trailer.getUint32(4, true);
  if (claimed !== length) throw new SearchError("damaged", `${name} has ${claimed} bytes, not ${length}`);
  return trailer.getUint32(0, true);
}

export function isDamaged(name: string): SearchError {
  return new SearchError("damaged", `${name} is damaged: its checksum does not match`);
}
