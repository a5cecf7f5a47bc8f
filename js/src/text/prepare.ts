/**
 * The preparation of text before FTS5 sees it, the same for pages and queries.
 *
 * `mkdocs_fts/text.py` is the other implementation of these rules; `tests/vectors/text.json` holds both to the same
 * results.
 */

// Unicode's default-ignorable characters: soft hyphen, zero-width and direction marks, variation selectors.
const INVISIBLE = String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}`;
const INVISIBLE_CHARACTER = new RegExp(`[${INVISIBLE}]`, "gu");

// Scripts written without spaces between words, or (Korean) with particles joined to them, and signs: each character
// becomes a token of its own. The ranges are named in `text.py`.
const SPACED =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u19e0-\u19ff\u20a0-\u20cf\u2300-\u23ff\u2700-\u27bf\u2b00-\u2bff\u2e00-\u2e7f\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\u{1b000}-\u{1b16f}\u{1f000}-\u{1fbff}\u{20000}-\u{3ffff}]/gu;

/** White space as Python has it, for a character class: beside Unicode's the separators of ASCII, but no U+FEFF. */
export const SPACE = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;

// What may compose with a character before it: marks, the vowels and final consonants of Hangul in all their forms, the
// halfwidth voice marks of kana, vowels of Kirat Rai; invisible characters may stand between.
const COMPOSES = String.raw`\p{M}\u1160-\u11ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc\u{16d67}-\u{16d6a}${INVISIBLE}`;
// What is prepared by itself: a run of ASCII, or a character with everything after it that may compose with it.
const CLUSTER = new RegExp(String.raw`[\x00-\x7f]+(?![${COMPOSES}])|.[${COMPOSES}]*`, "gsu");

/** Text as FTS5 is to see it: compatibility forms unified (NFKC), invisible characters out, spaced scripts spaced. */
export function prepare(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(INVISIBLE_CHARACTER, "").normalize("NFKC").replace(SPACED, " $& ");
}

/** Prepared text, with the index in the source of each of its UTF-16 units. */
export interface Mapped {
  text: string;
  /** Index in the source; one more entry for the end. Left out where both are the same. */
  source?: Uint32Array;
}

const known = new Map<string, string>();

/** `prepare`, remembering where everything came from. */
export function prepareMapped(text: string): Mapped {
  if (ASCII.test(text)) return { text };
  const pieces: string[] = [];
  const source: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const step = ASCII.test(cluster) ? 1 : 0;
    const piece = step ? cluster : (known.get(cluster) ?? prepare(cluster));
    // Single characters, of which a site has some thousands.
    if (!step && cluster.length === 1) known.set(cluster, piece);
    pieces.push(piece);
    for (let n = 0; n < piece.length; n++) source.push(index + n * step);
  }
  source.push(text.length);
  return { text: pieces.join(""), source: Uint32Array.from(source) };
}

/** The source index after the last character that went into prepared text before `end`. */
export function sourceEnd({ source }: Mapped, end: number): number {
  if (!source) return end;
  const last = source[end - 1] as number;
  let at = end;
  while (at < source.length - 1 && source[at] === last) at++;
  return source[at] as number;
}

// The common tokens that have but one part; and digits of whatever script, among which no border is drawn.
const ONE_PART = /^(?:[A-Za-z][a-z]*|[A-Z]+|\p{Nd}+)$/u;
const ACCENTS = /[\u0300-\u036f]/g;
const CAPITAL = /^\p{Uppercase}$/u;
const SMALL = /^\p{Lowercase}$/u;
const BORDER = /(?<=[^0-9])(?=[0-9])|(?<=[0-9])(?=[^0-9])|(?<=[^A-Z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * The parts of an identifier, cut where its case turns or letters meet digits; empty where there is but one.
 *
 * Accents that stand by themselves, which FTS5 drops, are left out: each part is one token.
 */
export function parts(token: string): string[] {
  if (ONE_PART.test(token)) return [];
  const characters = [...token.replace(ACCENTS, "")];
  // One unit a character, and the case of every script told by ASCII's.
  const shape = characters
    .map((c) => (CAPITAL.test(c) ? "A" : SMALL.test(c) ? "a" : c.length > 1 ? "-" : c))
    .join("");
  const borders = Array.from(shape.matchAll(BORDER), ({ index }) => index);
  if (!borders.length) return [];
  return [0, ...borders].map((start, n) => characters.slice(start, borders[n]).join(""));
}

// Runs of letters, digits and the punctuation that identifiers are made of.
const IDENTIFIER = /[0-9A-Za-z!#$%&*+\-./:<=>?@\\^_|~]+/g;
const SENTENCE_END = /(?<![.:!?])[.:!?]+$/;
const PUNCTUATION = /[^0-9a-z]/g;
/** Longer runs are addresses and the like, which nobody types. */
const MAX_IDENTIFIER = 32;

/**
 * The identifiers in prepared text that punctuation is part of, each as one term of FTS5: its punctuation carried by
 * private-use characters. So `C++`, `.libPath`, `--no-cache` and `#172` differ from the words in them.
 */
export function identifiers(prepared: string): string[] {
  return (prepared.match(IDENTIFIER) ?? [])
    .map((run) => run.replace(SENTENCE_END, "").toLowerCase())
    .filter((run) => run.length <= MAX_IDENTIFIER && /[0-9a-z]/.test(run) && /[^0-9a-z]/.test(run))
    .map((run) => run.replace(PUNCTUATION, (sign) => String.fromCharCode(0xe000 + sign.charCodeAt(0))));
}
