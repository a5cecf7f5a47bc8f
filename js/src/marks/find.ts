/** Finds words and phrases in text that is cut into pieces, as a page's is by its elements. */

import { Alphabet } from "../text/alphabet.ts";
import { prepareMapped, sourceEnd } from "../text/prepare.ts";

/** `[start, end)` of what was found: each a piece and an offset in it, in UTF-16 units. */
export interface Found {
  start: Place;
  end: Place;
}

interface Place {
  piece: number;
  offset: number;
}

/** What to find: sequences of terms by their first one. */
export type Wanted = Map<string, string[][]>;

/** Knows no character of the site, so that the rules for the others hold for all: case, and accents of Latin letters. */
const alphabet = new Alphabet({ same: "", fold: {}, marks: {} });

export function wanted(words: readonly string[]): Wanted {
  const found: Wanted = new Map();
  for (const word of words) {
    const terms = alphabet.queryTokens(prepareMapped(word).text).map(({ term }) => term);
    const [first] = terms;
    if (first === undefined) continue;
    found.set(first, [...(found.get(first) ?? []), terms]);
  }
  return found;
}

/** Where the words stand in the joined `pieces`, in order. What touches or overlaps within a phrase is one. */
export function find(pieces: readonly string[], wanted: Wanted): Found[] {
  const mapped = prepareMapped(pieces.join(""));
  const tokens = alphabet.queryTokens(mapped.text);
  const placeOf = placing(pieces);
  const found: Found[] = [];
  let reach = 0;
  let start = 0;
  const add = () => {
    const [first, last] = [tokens[start], tokens[reach - 1]];
    if (!first || !last) return;
    const from = mapped.source?.[first.start] ?? first.start;
    found.push({ start: placeOf(from, false), end: placeOf(sourceEnd(mapped, last.end), true) });
  };
  tokens.forEach(({ term }, at) => {
    const lengths = (wanted.get(term) ?? [])
      .filter((terms) => terms.every((each, n) => tokens[at + n]?.term === each))
      .map((terms) => terms.length);
    if (!lengths.length) return;
    if (at >= reach) {
      add();
      start = at;
    }
    reach = Math.max(reach, at + Math.max(...lengths));
  });
  add();
  return found;
}

/** An index in the joined pieces ► its place. To be asked in order. */
function placing(pieces: readonly string[]): (index: number, isEnd: boolean) => Place {
  let piece = 0;
  let before = 0;
  return (index, isEnd) => {
    for (;;) {
      const { length } = pieces[piece] ?? "";
      const last = before + length;
      // A border between pieces is the end of the one and the start of the next.
      if (index < last || (isEnd && index === last) || piece === pieces.length - 1) break;
      before = last;
      piece++;
    }
    return { piece, offset: index - before };
  };
}
