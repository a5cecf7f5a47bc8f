/** Brings marks into view. */

/**
 * Opens what is folded over the marks of the section that the address leads to. The browser has scrolled to that; without
 * a section in the address, the first mark is scrolled to.
 */
export function reveal(ranges: readonly StaticRange[], root: HTMLElement): void {
  const id = location.hash.slice(1);
  const target = id ? document.getElementById(decoded(id)) : null;
  const inside = inSection(ranges, target, root);
  unfold(inside, root);
  if (id) return;
  const box = boxOf(inside) ?? boxOf(ranges);
  if (!box || (box.top >= 0 && box.bottom <= innerHeight)) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollBy({ top: box.top - innerHeight / 3, behavior: calm ? "instant" : "smooth" });
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Those in the section of `target`, which ends at the next heading; without a target, in the first one. */
function inSection(ranges: readonly StaticRange[], target: Element | null, root: HTMLElement): StaticRange[] {
  const headings = [...root.querySelectorAll("h1, h2, h3, h4, h5, h6")];
  const start = target ?? headings[0];
  const next = start && headings.find((heading) => isBefore(start, heading) && !start.contains(heading));
  return ranges.slice(target ? firstFrom(target, ranges) : 0, next && firstFrom(next, ranges));
}

/** The index of the first range that begins in or after an element. By halves, for it takes long to compare places. */
function firstFrom(element: Element, ranges: readonly StaticRange[]): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(element, (ranges[middle] as StaticRange).startContainer)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Also if the one contains the other. */
function isBefore(one: Node, other: Node): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

/** Opens each `<details>` that hides one of the ranges; its summary is seen anyway. */
function unfold(ranges: readonly StaticRange[], root: HTMLElement): void {
  for (const folded of root.querySelectorAll<HTMLDetailsElement>("details:not([open])")) {
    const summary = folded.querySelector(":scope > summary");
    for (const { startContainer: node } of ranges.slice(firstFrom(folded, ranges))) {
      if (!folded.contains(node)) break;
      if (!summary?.contains(node)) folded.open = true;
    }
  }
}

/** Of the first that is shown at all: one in another tab of the content has no box. */
function boxOf(ranges: readonly StaticRange[]): DOMRect | undefined {
  const range = document.createRange();
  for (const { startContainer, startOffset, endContainer, endOffset } of ranges) {
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    const [box] = range.getClientRects();
    if (box) return box;
  }
  return undefined;
}
