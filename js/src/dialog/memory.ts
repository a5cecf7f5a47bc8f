/** What is kept on the device from one visit to the next: the recent searches and the drafts switch. */

export interface Kept {
  drafts: boolean;
  /** The newest first. */
  recent: string[];
}

const MAX_RECENT = 8;

/** Kept for each site of its own, for several can share a host. A browser that keeps nothing is no error. */
export class Memory {
  readonly #key: string;

  /** @param site the address of the site */
  constructor(site: string) {
    this.#key = `fts:${new URL(site).pathname}`;
  }

  read(): Kept {
    let kept: Partial<Kept> = {};
    try {
      kept = JSON.parse(localStorage.getItem(this.#key) ?? "{}") ?? {};
    } catch {}
    const recent = Array.isArray(kept.recent) ? kept.recent.filter((each) => typeof each === "string") : [];
    return { drafts: kept.drafts === true, recent: recent.slice(0, MAX_RECENT) };
  }

  write(kept: Kept): void {
    try {
      localStorage.setItem(this.#key, JSON.stringify(kept));
    } catch {}
  }
}

/** With `text` as the newest, which is not there twice. */
export function withRecent(recent: string[], text: string): string[] {
  const others = recent.filter((each) => each.toLowerCase() !== text.toLowerCase());
  return [text, ...others].slice(0, MAX_RECENT);
}
