import type { Chunks, Place } from "./chunks.ts";

/** Milliseconds without anything to do, after which what most searches read is fetched. */
const SHORT_PAUSE = 100;
/** The same, for what the next search may read. */
const PAUSE = 2000;
/** Where not all is fetched, as many chunks in one pause. */
const IN_ONE_PAUSE = 12;
/** As many are on their way at the same time. */
const AT_ONCE = 3;

/** What browsers tell of the network: <https://wicg.github.io/netinfo/>. Not all do. */
export interface Network {
  saveData?: boolean;
  effectiveType?: string;
}

/** Fetches chunks before they are needed, in the pauses between searches. */
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
    if (this.chunks.manifest.prefetch === "none") return;
    const common = this.#common();
    this.#timer = setTimeout(
      async () => {
        if (this.network?.saveData || /[23]g/.test(this.network?.effectiveType ?? "")) return;
        const round = this.#round;
        await this.#fetch(common.length ? common : this.#likely());
        if (common.length && round === this.#round) this.start();
      },
      common.length ? SHORT_PAUSE : PAUSE,
    );
  }

  /** There is something to do. The chunks that are on their way still come. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#round++;
  }

  #common(): Place[] {
    return this.chunks.manifest.ahead.flatMap((range) => this.chunks.missing(...range));
  }

  #likely(): Place[] {
    const { chunks } = this;
    return chunks.manifest.prefetch === "whole"
      ? chunks.missing()
      : chunks.missingBeside().slice(0, IN_ONE_PAUSE);
  }

  async #fetch(places: readonly Place[]): Promise<void> {
    const round = this.#round;
    const rest = places[Symbol.iterator]();
    const fetchSome = async () => {
      // All take from the same rest.
      for (const place of rest) {
        if (round !== this.#round) return;
        await this.chunks.prefetch(place);
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, fetchSome));
    } catch {
      this.stop(); // a search that needs it will say so
    }
  }
}
