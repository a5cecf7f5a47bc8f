/** A page's passages ► the columns of FTS5, and where each passage begins in them; after `mkdocs_fts/pagetext.py`. */
import type { Alphabet } from "../../src/text/alphabet.ts";
import { identifiers, parts, prepare } from "../../src/text/prepare.ts";

export interface Columns {
  body: string;
  generated: string;
  parts: string;
  /** Of each passage: its first token, its first part. */
  starts: [number, number][];
}

export function columns(
  passages: readonly { text: string; generated: boolean }[],
  alphabet: Alphabet,
): Columns {
  const written = { texts: [] as string[], parts: [] as string[], tokens: 0, pieces: 0 };
  const generated = { texts: [] as string[], parts: [] as string[], tokens: 0, pieces: 0 };
  const starts = passages.map((passage): [number, number] => {
    const side = passage.generated ? generated : written;
    const start: [number, number] = [side.tokens, side.pieces];
    const prepared = prepare(passage.text);
    const tokens = alphabet.tokens(prepared);
    side.texts.push(prepared);
    side.tokens += tokens.length;
    // Once a passage, however often an identifier stands in it.
    const pieces = new Set(tokens.map(({ raw }) => parts(raw).join(" ")).filter(Boolean));
    const whole = new Set(identifiers(prepared).filter((each) => !side.parts.includes(each)));
    side.parts.push(...pieces, ...whole);
    for (const each of pieces) side.pieces += each.split(" ").length;
    side.pieces += whole.size;
    return start;
  });
  passages.forEach((passage, n) => {
    if (passage.generated) (starts[n] as [number, number])[1] += generated.tokens;
  });
  return {
    body: written.texts.join("\n"),
    generated: [...generated.texts, ...generated.parts].join("\n"),
    parts: written.parts.join("\n"),
    starts,
  };
}
