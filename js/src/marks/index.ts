/**
 * `marks.js`: marks the words of a search on the page, for readers who come from a result. By the CSS Custom Highlight
 * API, which leaves the page's elements alone; a browser without it marks nothing.
 */

import { tagOfPage } from "../dialog/tags.ts";
import type { TextOverrides } from "../types.ts";
import { ClearButton } from "./button.ts";
import { blocksOf, mainContent } from "./content.ts";
import { find, type Wanted, wanted } from "./find.ts";
import { clearLabel } from "./label.ts";
import { reveal } from "./reveal.ts";
import { adoptStyles } from "./styles.ts";
import { readWords } from "./words.ts";

export interface MarksOptions {
  /** The theme's language, a BCP 47 tag. */
  locale: string;
  /** The site's own texts, if it has any. */
  texts?: TextOverrides | undefined;
}

/** As `theme/marks.css` has it. */
const NAME = "fts-found";

let button: ClearButton | undefined;

/** Marks `words`, as they stand in an address, in the place of what is marked, and brings them into view. */
export function mark(words: string, { locale, texts }: MarksOptions): void {
  clear();
  if (!("highlights" in CSS)) return;
  const root = mainContent();
  const ranges = findIn(root, wanted(readWords(words)));
  if (!ranges.length) return;
  adoptStyles();
  const highlight = new Highlight();
  for (const range of ranges) highlight.add(range);
  CSS.highlights.set(NAME, highlight);
  button = new ClearButton(root, clear);
  button.show(clearLabel(tagOfPage(locale), texts));
  // By then the address is the one that a link leads to.
  requestAnimationFrame(() => reveal(ranges, root));
}

/** Takes the marks and their button away. */
export function clear(): void {
  button?.remove();
  button = undefined;
  if ("highlights" in CSS) CSS.highlights.delete(NAME);
}

function findIn(root: Node, words: Wanted): StaticRange[] {
  return blocksOf(root).flatMap((nodes) => {
    const pieces = nodes.map(({ data }) => data);
    return find(pieces, words).map(
      ({ start, end }) =>
        new StaticRange({
          startContainer: nodes[start.piece] as Text,
          startOffset: start.offset,
          endContainer: nodes[end.piece] as Text,
          endOffset: end.offset,
        }),
    );
  });
}
