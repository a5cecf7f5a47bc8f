import type { Value } from "../info.ts";
import { Cursor } from "./bytes.ts";

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
/** How many bytes an integer has, by its serial type. */
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

/** The columns of a row, <https://www.sqlite.org/fileformat2.html#record_format>. */
export function readRecord(payload: Uint8Array): Value[] {
  const header = new Cursor(payload);
  const body = new Cursor(payload, header.varint());
  const end = body.at;
  const values: Value[] = [];
  while (header.at < end) values.push(readValue(header.varint(), body));
  return values;
}

function readValue(type: number, body: Cursor): Value {
  if (type >= 12) {
    const bytes = body.take((type - 12) >> 1);
    return type & 1 ? decoder.decode(bytes) : bytes;
  }
  if (type === 0) return null;
  if (type > 7) return type - 8;
  const bytes = body.take(type === 7 ? 8 : (INTEGER_BYTES[type] as number));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (type === 7) return view.getFloat64(0);
  let value = view.getInt8(0);
  for (let n = 1; n < bytes.length; n++) value = value * 0x100 + view.getUint8(n);
  return value;
}
