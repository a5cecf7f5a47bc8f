/** What SQLite's tokenizer makes of each character of the site; made by `mkdocs_fts/alphabet.py`. */
export interface AlphabetJson {
  /** Letters that fold to themselves. */
  same: string;
  /** Letters that fold to something else. */
  fold: Record<string, string>;
  /** Characters that go on with a token but cannot begin one. */
  marks: Record<string, string>;
}

/** A run of token characters in prepared text. */
export interface Token {
  /** As FTS5 stores it. */
  term: string;
  /** As it stands in the text. */
  raw: string;
  start: number;
  end: number;
}

// The accents of `unicode61`. One that stands on no page is dropped from a query as it would be from a page.
const ACCENTS = String.raw`\u0300-\u0304\u0306-\u030c\u030f\u0311\u031b\u0323-\u0328\u032d\u032e\u0330\u0331`;
const ACCENT = new RegExp(`[${ACCENTS}]`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
const ASCII = /^[\x00-\x7f]*$/;
const LATIN = /\p{Script=Latin}/u;

export class Alphabet {
  readonly #fold = new Map<string, string>();
  readonly #inText: RegExp;
  readonly #inQuery: RegExp;

  constructor(json: AlphabetJson) {
    for (const letter of json.same) this.#fold.set(letter, letter);
    for (const [letter, folded] of Object.entries(json.fold)) this.#fold.set(letter, folded);
    const letters = `0-9A-Za-z${[...this.#fold.keys()].map(escaped).join("")}`;
    const marks = Object.keys(json.marks).map(escaped).join("");
    for (const [mark, folded] of Object.entries(json.marks)) this.#fold.set(mark, folded);
    this.#inText = new RegExp(`[${letters}][${letters}${marks}]*`, "gu");
    // A letter that stands on no page cannot match, but it must not fall out of the query either.
    const any = `${letters}\\p{L}\\p{N}\\p{Co}`;
    this.#inQuery = new RegExp(`[${any}][${any}${marks}${ACCENTS}]*`, "gu");
  }

  /** The tokens of a page's prepared text, as FTS5 counts them. */
  tokens(prepared: string): Token[] {
    return this.#tokens(prepared, this.#inText);
  }

  /** The tokens of a prepared query. */
  queryTokens(prepared: string): Token[] {
    return this.#tokens(prepared, this.#inQuery);
  }

  fold(token: string): string {
    if (ASCII.test(token)) return token.toLowerCase();
    let folded = "";
    for (const character of token) folded += this.#fold.get(character) ?? foldUnknown(character);
    return folded;
  }

  #tokens(text: string, pattern: RegExp): Token[] {
    return Array.from(text.matchAll(pattern), ({ 0: raw, index }) => ({
      term: this.fold(raw),
      raw,
      start: index,
      end: index + raw.length,
    }));
  }
}

/** A character that stands on no page: SQLite was not asked about it, but its plain form may stand on one. */
function foldUnknown(character: string): string {
  if (ACCENT.test(character)) return "";
  const small = character.toLowerCase();
  return LATIN.test(small) ? small.normalize("NFD").replace(/\p{M}/gu, "") : small;
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}
