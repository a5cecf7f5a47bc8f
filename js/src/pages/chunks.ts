import { SearchError } from "../types.ts";
import { unpack } from "./gzip.ts";
import { type Manifest, PACKS } from "./manifest.ts";

/** How the files of an index travel. Fails with a `SearchError`. */
export interface Transport {
  /**
   * @param how `fresh`: the file may have changed since it was fetched last; `anew`: what caches have of it is damaged;
   *   `ahead`: nobody waits for it
   */
  fetch(url: URL, how?: "fresh" | "anew" | "ahead"): Promise<Uint8Array>;
  /** While the caller waits; over HTTP only workers may ask like this. */
  fetchSync(url: URL): Uint8Array;
}

/** Unpacks a gzip file, which has a name, to so many bytes. Throws a `SearchError`. */
export type UnpackSync = (packed: Uint8Array, name: string, length: number) => Uint8Array;

/** A chunk: which, where it starts and how long it is. */
export interface Place {
  number: number;
  start: number;
  length: number;
}

/** The bytes of the published database, fetched in chunks, checked and kept. */
export class Chunks {
  readonly #folder: URL;
  readonly #chunks = new Map<number, Uint8Array>();
  readonly #pending = new Map<number, Promise<void>>();
  /** The chunks that were read or waited for. */
  readonly #needed = new Set<number>();
  #first: { start: number; end: number; bytes: Uint8Array }[] = [];
  /** The root page of a table ► where its leaves are, as `layout.py` packs it; of the tables that the first pack tells of. */
  readonly leaves = new Map<number, Uint8Array>();
  /** The heads of all pages, as `heads.py` joins them, if the first pack has them. */
  heads: [heads: string, starts: Uint8Array] | undefined;
  /** Requests that had to be made while the engine waited. */
  syncRequests = 0;

  constructor(
    readonly manifest: Manifest,
    base: URL,
    readonly transport: Transport,
    /** For whoever reads what has not been fetched. */
    readonly unpackSync?: UnpackSync,
  ) {
    this.#folder = new URL(`${manifest.db}/`, base);
  }

  /** Fetch what every search of the reader or of SQLite needs. */
  async loadFirst(engine: keyof typeof PACKS): Promise<void> {
    const { first, leaves, heads, sqlite } = this.manifest;
    const parts =
      engine === "reader" ? { ranges: first, leaves, heads } : { ranges: sqlite, leaves: [], heads: null };
    const lengths = [
      ...parts.ranges.map(([start, end]) => end - start),
      ...parts.leaves.map(([, length]) => length),
      ...(parts.heads ?? []),
    ];
    const bytes = await this.#fetch(
      PACKS[engine],
      lengths.reduce((sum, length) => sum + length, 0),
    );
    let at = 0;
    const take = (length: number) => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    this.#first = parts.ranges.map(([start, end]) => ({ start, end, bytes: take(end - start) }));
    for (const [root, length] of parts.leaves) this.leaves.set(root, take(length));
    if (parts.heads) {
      const [heads, starts] = parts.heads;
      this.heads = [new TextDecoder().decode(take(heads)), take(starts)];
    }
  }

  /** The bytes `[start, end)`, when they are there. */
  async load(start: number, end: number): Promise<Uint8Array> {
    const pack = this.#inFirst(start);
    if (!pack || end > pack.end) {
      await this.#loadAll(this.#places(start, end));
    }
    return this.read(start, end);
  }

  /** The bytes `[start, end)`. What has not been fetched yet is fetched while the caller waits. */
  read(start: number, end: number): Uint8Array {
    const pack = this.#inFirst(start);
    if (pack && end <= pack.end) return pack.bytes.subarray(start - pack.start, end - pack.start);
    const first = this.#locate(start);
    const chunk = this.#chunk(first);
    if (end <= first.start + chunk.length) return chunk.subarray(start - first.start, end - first.start);
    const joined = new Uint8Array(end - start);
    for (let at = start; at < end; ) {
      const place = this.#locate(at);
      const part = this.#chunk(place).subarray(at - place.start, end - place.start);
      joined.set(part, at - start);
      at += part.length;
    }
    return joined;
  }

  /** The chunks of the bytes `[start, end)` that are not there yet. */
  missing(start = 0, end = this.manifest.size): Place[] {
    return this.#places(start, end).filter(({ number, ...place }) => {
      const pack = this.#inFirst(place.start);
      return !this.#chunks.has(number) && !(pack && place.start + place.length <= pack.end);
    });
  }

  /** Of these, those that follow a chunk that was needed: the one needed last comes first. */
  missingBeside(): Place[] {
    const missing = new Map(this.missing().map((place) => [place.number, place]));
    return [...this.#needed].reverse().flatMap((number) => missing.get(number + 1) ?? []);
  }

  /** Fetch a chunk before it is needed. */
  async prefetch(place: Place): Promise<void> {
    if (!this.#chunks.has(place.number)) await this.#load(place, "ahead");
  }

  async #loadAll(places: readonly Place[]): Promise<void> {
    await Promise.all(
      places.map((place) => {
        this.#needed.add(place.number);
        return this.#chunks.has(place.number) ? undefined : this.#load(place);
      }),
    );
  }

  #load({ number, length }: Place, how?: "ahead"): Promise<void> {
    let pending = this.#pending.get(number);
    if (!pending) {
      pending = this.#fetch(`${number}.bin`, length, how)
        .then((bytes) => {
          this.#chunks.set(number, bytes);
        })
        .finally(() => this.#pending.delete(number));
      this.#pending.set(number, pending);
    }
    return pending;
  }

  async #fetch(name: string, length: number, how?: "ahead"): Promise<Uint8Array> {
    const url = new URL(name, this.#folder);
    const packed = await this.transport.fetch(url, how);
    try {
      return await unpack(packed, name, length);
    } catch {
      // Such as the page of a hotel's network, which a cache would give out as long as the file itself: for ever.
      return unpack(await this.transport.fetch(url, "anew"), name, length);
    }
  }

  #chunk({ number, length }: Place): Uint8Array {
    let chunk = this.#chunks.get(number);
    if (!chunk) {
      const name = `${number}.bin`;
      if (!this.unpackSync) throw new SearchError("engine", `${name} was read before it was fetched`);
      this.syncRequests++;
      chunk = this.unpackSync(this.transport.fetchSync(new URL(name, this.#folder)), name, length);
      this.#chunks.set(number, chunk);
    }
    return chunk;
  }

  #inFirst(position: number) {
    return this.#first.find(({ start, end }) => position >= start && position < end);
  }

  /** The chunks that hold the bytes `[start, end)`. */
  #places(start: number, end: number): Place[] {
    const places: Place[] = [];
    for (let at = start; at < end; ) {
      const place = this.#locate(at);
      places.push(place);
      at = place.start + place.length;
    }
    return places;
  }

  /** The chunk that holds a byte. */
  #locate(position: number): Place {
    let before = 0;
    for (const { start, end, chunk } of this.manifest.ranges) {
      if (position >= start && position < end) {
        const index = Math.floor((position - start) / chunk);
        const origin = start + index * chunk;
        return { number: before + index, start: origin, length: Math.min(chunk, end - origin) };
      }
      before += Math.ceil((end - start) / chunk);
    }
    throw new SearchError("damaged", `byte ${position} is outside of the database`);
  }
}
