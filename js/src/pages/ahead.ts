import type { Chunks } from "./chunks.ts";

/** Milliseconds without anything to do. */
const PAUSE = 2000;
/** A database of fewer bytes, about 600 kB in chunks, is fetched whole. */
const SMALL = 1_400_000;
/** Of a greater one, as many chunks in one pause. */
const AT_ONCE = 12;

/** What browsers tell of the network: <https://wicg.github.io/netinfo/>. Not all do. */
export interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** Fetches chunks before they are needed, one after the other, in the pauses between searches. */
export class Ahead {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #round = 0;

  constructor(
    readonly chunks: Chunks,
    readonly network: Network | undefined = (navigator as { connection?: Network }).connection,
  ) {}

  /** There is nothing to do at present. */
  start(): void {
    this.stop();
    this.#timer = setTimeout(() => this.#fetch(), PAUSE);
  }

  /** There is something to do. The chunk that is on its way still comes. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#round++;
  }

  async #fetch(): Promise<void> {
    if (this.network?.saveData || /2g/.test(this.network?.effectiveType ?? "")) return;
    const round = this.#round;
    const { chunks } = this;
    const places = chunks.manifest.size < SMALL ? chunks.missing() : chunks.missingBeside().slice(0, AT_ONCE);
    for (const place of places) {
      if (round !== this.#round) return;
      try {
        await chunks.prefetch(place);
      } catch {
        return; // a search that needs it will say so
      }
    }
  }
}
