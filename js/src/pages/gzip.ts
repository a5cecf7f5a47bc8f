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

/**
 * Unpack one gzip member, check it, and check that it is as long as it should be. Throws a `SearchError` with code
 * `damaged`.
 */
export function unpack(packed: Uint8Array, name: string, length: number): Uint8Array {
  if (packed.length < 18 || packed[0] !== 0x1f || packed[1] !== 0x8b) {
    throw new SearchError("damaged", `${name} is no gzip file: the server sent something else`);
  }
  const trailer = new DataView(packed.buffer, packed.byteOffset + packed.length - 8, 8);
  const claimed = trailer.getUint32(4, true);
  // Before unpacking, which would take as much memory as the file claims to need.
  if (claimed !== length) throw new SearchError("damaged", `${name} has ${claimed} bytes, not ${length}`);
  let bytes: Uint8Array;
  try {
    bytes = gunzipSync(packed);
  } catch (error) {
    throw new SearchError("damaged", `${name} cannot be unpacked: ${error}`);
  }
  if (trailer.getUint32(0, true) !== crc32(bytes) || bytes.length !== length) {
    throw new SearchError("damaged", `${name} is damaged: its checksum does not match`);
  }
  return bytes;
}
