import type { Kind, Status } from "../types.ts";
import type { Labels } from "./engine.ts";

const STATUSES: readonly Status[] = ["active", "draft", "archived"];

/** Reads `meta.labels`: a little-endian 16-bit number a page; the bits are told in `database.py`. */
export function readLabels(bytes: Uint8Array): Labels {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const bits = (page: number) => view.getUint16(2 * (page - 1), true);
  return {
    wiki: (page) => bits(page) & 0xfff,
    status: (page) => STATUSES[(bits(page) >> 12) & 3] as Status,
    kind: (page): Kind => (bits(page) & 0x4000 ? "auto" : "written"),
    hasGenerated: (page) => (bits(page) & 0x8000) !== 0,
  };
}
