import type { Alphabet, Token } from "../text/alphabet.ts";
import { parts, prepareMapped, SPACE, sourceEnd } from "../text/prepare.ts";
import type { Fragment } from "../types.ts";
import type { Phrase } from "./expression.ts";
import { groupBy } from "./group.ts";

/** Characters of an excerpt, about. */
export const EXCERPT_CHARS = 180;
/** Of these, how many stand before the first word that matches. */
const LEAD_CHARS = 50;

/** Stands where something was left out of a text. */
const LEFT_OUT = "\ufffc";
const LEFT_OUT_SHOWN = new RegExp(`(?: ?${LEFT_OUT})+ ?`, "g");

const SPACES = new RegExp(`[${SPACE}]+`);
const ALL_SPACES = new RegExp(SPACES, "g");
const BEYOND_BMP = /[\ud800-\udbff][\udc00-\udfff]/;

/** A stretch of the text that matches, `[start, end)` in characters, and which phrases it shows. */
interface Mark {
  start: number;
  end: number;
  phrases: Set<number>;
}

/** The place of a text where the phrases stand densest, cut at words, with what matched marked. */
export function excerpt(text: string, phrases: readonly Phrase[], alphabet: Alphabet): Fragment[] {
  const characters = [...text];
  const marks = findMarks(text, phrases, alphabet);
  const focus = densest(marks);
  let start = focus ? wordStart(characters, focus.start - LEAD_CHARS) : 0;
  let end = wordEnd(characters, start + EXCERPT_CHARS);
  if (end === characters.length) start = Math.min(start, wordStart(characters, end - EXCERPT_CHARS));
  // What is left out at the ends is shown by the ellipses there.
  [start, end] = withoutLeftOut(characters, start, end);
  const fragments: Fragment[] = [];
  const add = (from: number, to: number, mark: boolean) => {
    const piece = characters.slice(from, to).join("").replace(ALL_SPACES, " ").replace(LEFT_OUT_SHOWN, " … ");
    if (piece) fragments.push({ text: piece, mark });
  };
  let at = start;
  for (const mark of marks) {
    // A long mark may begin before the excerpt or go on after it.
    const from = Math.max(mark.start, at);
    const to = Math.min(mark.end, end);
    if (from >= to) continue;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, end, false);
  return ellipses(fragments, start > 0, end < characters.length);
}

/** What of the text matches, in order, without overlaps. */
export function findMarks(text: string, phrases: readonly Phrase[], alphabet: Alphabet): Mark[] {
  const mapped = prepareMapped(text);
  const tokens = alphabet.tokens(mapped.text);
  const inCharacters = counting(text);
  const shown = phrasesShown(tokens, phrases, alphabet);
  const marks: Mark[] = [];
  tokens.forEach((token, at) => {
    const phrases = shown[at];
    if (!phrases) return;
    const start = inCharacters(mapped.source?.[token.start] ?? token.start);
    const end = inCharacters(sourceEnd(mapped, token.end));
    const before = marks.at(-1);
    // Neighbours of one phrase, and the punctuation between them, are one mark: `client.fetch_all`. So are the tokens of
    // a single character: `½`.
    const isNeighbour = before && shown[at - 1] && start - before.end <= 2;
    if (isNeighbour && (start < before.end || [...phrases].some((n) => before.phrases.has(n)))) {
      before.end = end;
      for (const number of phrases) before.phrases.add(number);
    } else {
      marks.push({ start, end, phrases: new Set(phrases) });
    }
  });
  return marks;
}

/** Which phrases each token is a part of; of most tokens undefined: they are of none. */
function phrasesShown(
  tokens: readonly Token[],
  phrases: readonly Phrase[],
  alphabet: Alphabet,
): (Set<number> | undefined)[] {
  const shown: (Set<number> | undefined)[] = [];
  const show = (at: number, number: number) => {
    shown[at] = (shown[at] ?? new Set()).add(number);
  };
  const numbered = phrases.map((phrase, number) => ({ phrase, number }));
  // A text has many tokens, and hardly any begins a phrase. Beginnings of words, under no term, are tried on all.
  const byFirst = groupBy(numbered, ({ phrase: { tokens, prefix } }) =>
    prefix && tokens.length === 1 ? undefined : tokens[0],
  );
  const lookAt = (at: number, { phrase, number }: (typeof numbered)[number]) => {
    if (matchesAt(phrase, tokens, at)) phrase.tokens.forEach((_, n) => void show(at + n, number));
  };
  for (const [at, token] of tokens.entries()) {
    for (const each of byFirst.get(token.term) ?? []) lookAt(at, each);
    for (const each of byFirst.get(undefined) ?? []) lookAt(at, each);
    const inside = partsOf(token, alphabet);
    if (!inside.length) continue;
    for (const { phrase, number } of numbered) if (matchesInside(phrase, inside)) show(at, number);
  }
  return shown;
}

function matchesAt({ tokens: wanted, prefix }: Phrase, tokens: readonly Token[], at: number): boolean {
  return wanted.every((term, n) => {
    const found = tokens[at + n]?.term;
    return found === term || (prefix && n === wanted.length - 1 && found?.startsWith(term));
  });
}

/** Whether a phrase stands within one identifier, of which these are the parts. */
function matchesInside(phrase: Phrase, inside: readonly Token[]): boolean {
  if (phrase.columns && !phrase.columns.includes("parts")) return false;
  return inside.some((_, at) => matchesAt(phrase, inside, at));
}

function partsOf(token: Token, alphabet: Alphabet): Token[] {
  return parts(token.raw).map((part) => ({ ...token, term: alphabet.fold(part) }));
}

/** The mark to begin with: the one from where an excerpt shows the most different phrases. */
function densest(marks: readonly Mark[]): Mark | undefined {
  let found: Mark | undefined;
  let most = 0;
  marks.forEach((mark, at) => {
    const seen = new Map<number, number>();
    for (const other of marks.slice(at, at + 50)) {
      if (other !== mark && other.end - mark.start > EXCERPT_CHARS - LEAD_CHARS) break;
      for (const phrase of other.phrases) seen.set(phrase, (seen.get(phrase) ?? 0) + 1);
    }
    let score = 0;
    for (const count of seen.values()) score += 2 - 1 / count;
    if (score > most + 1e-9) {
      most = score;
      found = mark;
    }
  });
  return found;
}

/** The start of the word at or after `at`; 0 before the text's beginning. */
function wordStart(characters: readonly string[], at: number): number {
  if (at <= 0) return 0;
  const near = characters.slice(at - 1, at + 30);
  const space = near.findIndex(isSpace);
  if (space < 0) return at;
  const word = near.findIndex((character, n) => n > space && !isSpace(character));
  return at - 1 + (word < 0 ? near.length : word);
}

/** The end of the word at or before `at`; the text's end when that is near. */
function wordEnd(characters: readonly string[], at: number): number {
  if (at >= characters.length - 10) return characters.length;
  const near = characters.slice(at - 30, at + 1);
  const space = near.findLastIndex(isSpace);
  if (space < 0) return at;
  const word = near.findLastIndex((character, n) => n < space && !isSpace(character));
  return at - 30 + word + 1;
}

/** The range `[start, end)` without marks of something left out at its ends, and the white space about them. */
function withoutLeftOut(characters: readonly string[], start: number, end: number): [number, number] {
  const isMark = (character: string | undefined) => character === LEFT_OUT;
  const isBlank = (character: string) => isMark(character) || isSpace(character);
  const range = characters.slice(start, end);
  const after = range.findLastIndex((character) => !isBlank(character)) + 1;
  if (range.slice(after).some(isMark)) range.length = after;
  const first = range.findIndex((character) => !isBlank(character));
  const before = first < 0 ? range.length : first;
  const skipped = range.slice(0, before).some(isMark) ? before : 0;
  return [start + skipped, start + range.length];
}

function isSpace(character: string): boolean {
  return SPACES.test(character);
}

/** A text's index in UTF-16 units ► in characters: one beyond the BMP is two units. */
function counting(text: string): (index: number) => number {
  if (!BEYOND_BMP.test(text)) return (index) => index;
  const before = new Uint32Array(text.length + 1);
  let at = 0;
  let count = 0;
  for (const character of text) {
    at += character.length;
    before[at] = ++count;
  }
  return (index) => before[index] as number;
}

function ellipses(fragments: Fragment[], before: boolean, after: boolean): Fragment[] {
  if (!fragments.length) return before || after ? [{ text: "…", mark: false }] : [];
  const plain = (text: string): Fragment => ({ text, mark: false });
  const [first] = fragments;
  const last = fragments.at(-1);
  if (before) {
    if (first && !first.mark) first.text = `… ${first.text.replace(/^ /, "")}`;
    else fragments.unshift(plain("… "));
  }
  if (after) {
    if (last && !last.mark) last.text = `${last.text.replace(/ $/, "")} …`;
    else fragments.push(plain(" …"));
  }
  return fragments;
}
