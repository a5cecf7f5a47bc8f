import type { Chunks } from "../../pages/chunks.ts";
import { SearchError } from "../../types.ts";
import { concatenated, uint16, uint32 } from "./bytes.ts";

/** A SQLite file as the pages that it consists of, read from the chunks. */
export class Pages {
  private constructor(
    readonly chunks: Chunks,
    /** Bytes of a page. */
    readonly size: number,
    /** Those of them that SQLite uses. */
    readonly usable: number,
  ) {}

  /** Rejects with a `SearchError`. */
  static async open(chunks: Chunks): Promise<Pages> {
    const header = await chunks.load(0, 100);
    // 1 stands for 65536, which does not fit.
    const size = uint16(header, 16) === 1 ? 0x10000 : uint16(header, 16);
    if (uint32(header, 56) !== 1) throw new SearchError("format", "the index is not in UTF-8");
    return new Pages(chunks, size, size - (header[20] as number));
  }

  /** A page by its number, from 1. */
  page(number: number): Promise<Uint8Array> {
    return this.chunks.load((number - 1) * this.size, number * this.size);
  }

  /**
   * What of a row did not fit into its b-tree page: `length` bytes on a chain of pages.
   *
   * The chain tells each page only on the one before. `VACUUM` puts them one after the other, so that they are fetched
   * together as if they were; where they are not, the chain is followed.
   */
  async overflow(first: number, length: number): Promise<Uint8Array> {
    const content = this.usable - 4;
    const likely = Math.ceil(length / content);
    const last = this.chunks.manifest.size / this.size;
    await Promise.all(
      Array.from({ length: Math.min(likely, last + 1 - first) }, (_, n) => this.page(first + n)),
    );
    const parts: Uint8Array[] = [];
    let number = first;
    for (let left = length; left > 0; left -= content) {
      const page = await this.page(number);
      parts.push(page.subarray(4, 4 + Math.min(left, content)));
      number = uint32(page, 0);
    }
    return concatenated(parts);
  }
}
