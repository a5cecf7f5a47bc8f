import { gunzipSync } from "fflate";
import { SearchError } from "../types.ts";
import { checkClaims, isDamaged } from "./gzip.ts";

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

/** Unpack a file while the caller waits, as SQLite has to. Throws what `unpack` rejects with. */
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
