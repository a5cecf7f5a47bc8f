import { gunzipSync } from "fflate";
import { SearchError } from "../types.ts";

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** The checksum of gzip (RFC 1952, section 8). fflate unpacks without checking it. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Unpack a file as the browser does, which is several times as fast as `unpackSync`, and does not keep others waiting. */
export async function unpack(packed: Uint8Array, name: string, length: number): Promise<Uint8Array> {
  if (typeof DecompressionStream === "undefined") return unpackSync(packed, name, length);
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

/** The same while the caller waits. */
export function unpackSync(packed: Uint8Array, name: string, length: number): Uint8Array {
  const checksum = checkClaims(packed, name, length);
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(packed);
  } catch (error) {
    throw new SearchError("damaged", `${name} cannot be unpacked: ${error}`);
  }
  if (checksum !== crc32(bytes) || bytes.length !== length) throw isDamaged(name);
  return bytes;
}

/**
 * Check what one gzip member tells of itself, before unpacking, which would take as much memory as it claims to need, and
 * return its checksum. Throws a `SearchError` with code `damaged`.
 */
function checkClaims(packed: Uint8Array, name: string, length: number): number {
  if (packed.length < 18 || packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new SearchError("damaged", `${name} is no gzip file: the server sent something else`);
  }
  const trailer = new DataView(packed.buffer, packed.byteOffset + packed.length - 8, 8);
  const claimed = trailer.getUint32(4, true);
  if (claimed !== length) throw new SearchError("damaged", `${name} has ${claimed} bytes, not ${length}`);
  return trailer.getUint32(0, true);
}

function isDamaged(name: string): SearchError {
  return new SearchError("damaged", `${name} is damaged: its checksum does not match`);
}
