/** Tells which results that lack their excerpts come into view. */
export class InView {
  readonly #observer: IntersectionObserver;
  #watched = new Set<Element>();

  /** @param seen is told the ids that the results have in `data-pending` */
  constructor(seen: (ids: string[]) => void) {
    this.#observer = new IntersectionObserver((entries) => {
      const visible = entries.filter(({ isIntersecting }) => isIntersecting);
      const ids = visible.flatMap(({ target }) => (target as HTMLElement).dataset.pending ?? []);
      if (ids.length > 0) seen(ids);
    });
  }

  /**
   * Watches the results that `element` has now.
   *
   * @param anew whether they are others than before, though their elements may be the same
   */
  update(element: Element, anew: boolean): void {
    const pending = new Set(element.querySelectorAll("[data-pending]"));
    for (const each of this.#watched) if (anew || !pending.has(each)) this.#observer.unobserve(each);
    for (const each of pending) if (anew || !this.#watched.has(each)) this.#observer.observe(each);
    this.#watched = pending;
  }
}
