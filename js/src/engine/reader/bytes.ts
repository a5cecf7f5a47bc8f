/** What SQLite's file format and FTS5's index are both made of. */

const encoder = new TextEncoder();

/** UTF-8. */
export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

export function uint16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
}

export function uint32(bytes: Uint8Array, at: number): number {
  return uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2);
}

/** Goes over bytes from left to right. */
export class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  /** A variable-length integer, <https://www.sqlite.org/fileformat2.html#varint>. Exact up to 2^53. */
  varint(): number {
    let value = 0;
    for (let n = 0; n < 8; n++) {
      const byte = this.bytes[this.at++] as number;
      if (byte < 0x80) return value * 0x80 + byte;
      value = value * 0x80 + (byte & 0x7f);
    }
    return Number(BigInt.asIntN(64, BigInt(value) * 0x100n + BigInt(this.bytes[this.at++] as number)));
  }

  /** So many of them, below 2^53. One loop: a first search meets it before it has been compiled. */
  varints(count: number): Float64Array {
    const numbers = new Float64Array(count);
    let value = 0;
    for (let n = 0; n < count && this.at < this.bytes.length; ) {
      const byte = this.bytes[this.at++] as number;
      value = value * 0x80 + (byte & 0x7f);
      if (byte < 0x80) {
        numbers[n++] = value;
        value = 0;
      }
    }
    return numbers;
  }

  take(length: number): Uint8Array {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}

/** In the order of `memcmp`, the shorter first. */
export function compare(a: Uint8Array, b: Uint8Array): number {
  const common = Math.min(a.length, b.length);
  for (let n = 0; n < common; n++) {
    const difference = (a[n] as number) - (b[n] as number);
    if (difference) return difference;
  }
  return a.length - b.length;
}

export function startsWith(bytes: Uint8Array, prefix: Uint8Array): boolean {
  return bytes.length >= prefix.length && !compare(bytes.subarray(0, prefix.length), prefix);
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const [only] = parts;
  if (only && parts.length === 1) return only;
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
