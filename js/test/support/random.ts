/** Repeatable randomness: the same seed gives the same run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number {
    // A linear congruential generator with a good multiplier; the upper bits are the random ones.
    this.#state = (Math.imul(this.#state, 0x915f77f5) + 0x6d2b79f5) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Up to `most` of the given pieces, joined. */
  text(pieces: readonly string[], most: number): string {
    return Array.from({ length: this.below(most + 1) }, () => this.pick(pieces)).join("");
  }
}
