import type { Change } from "./state.ts";

/** Milliseconds. */
const SLOW = 300;
const SLOW_ANNOUNCED = 800;

/** Says what happens when it helps to know it: a wait once it is long, and of many announcements the last. */
export class Teller {
  #waits: ReturnType<typeof setTimeout>[] = [];
  #announcement: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly dispatch: (change: Change) => void) {}

  /** @param text what to say when the wait is long. A wait that goes on is not a new one. */
  beginWait(text: string): void {
    if (this.#waits.length > 0) return;
    this.#waits = [
      setTimeout(() => this.dispatch({ type: "slowed" }), SLOW),
      setTimeout(() => this.announce(text), SLOW_ANNOUNCED),
    ];
  }

  endWait(): void {
    this.#waits.forEach(clearTimeout);
    this.#waits = [];
  }

  /** @param pause milliseconds before it is said; what is announced meanwhile takes its place */
  announce(text: string, pause = 0): void {
    clearTimeout(this.#announcement);
    this.#announcement = setTimeout(() => this.dispatch({ type: "announced", text }), pause);
  }
}
