/** Reads what is shown of the pages that a search found: the heads of hits, and their passages. */
import type { Engine, IndexInfo, PassageRow, Start } from "../engine/engine.ts";
import type { Hit, Passage, Passages } from "../types.ts";
import { excerpt } from "./excerpt.ts";
import { groupBy } from "./group.ts";
import { best, type Candidate, locate, occurrencesOf, termsOf } from "./locate.ts";
import { withoutHeading } from "./pagetext.ts";
import type { Found } from "./steps.ts";

/** How many sections of a page are shown beside its best. */
const MORE_SECTIONS = 2;
/** A further section is shown if it matches at least this well, compared with the best. */
const MORE_AT_LEAST = 0.4;

/** Hits without their passages, by page: they link to the top of it. */
export async function heads(
  engine: Engine,
  { labels }: IndexInfo,
  { scores, relaxed, missing }: Found,
  pages: readonly number[],
): Promise<Map<number, Hit>> {
  if (!pages.length) return new Map();
  const rows = await engine.pages(pages);
  return new Map(
    rows.map(({ id, url, title, trail }) => [
      id,
      {
        url,
        title,
        status: labels.status(id),
        kind: labels.kind(id),
        trail,
        section: { anchor: "", title },
        excerpt: [],
        more: [],
        score: scores.get(id) ?? 0,
        ...(relaxed && { missing: missing.get(id) ?? [] }),
      },
    ]),
  );
}

/** A hit with what was read of its page. */
export function withPassages(hit: Hit, passages: Passages | undefined): Hit {
  if (!passages) return hit;
  const titled = ({ section, excerpt }: Passage): Passage => ({
    section: { ...section, title: section.title || hit.title },
    excerpt,
  });
  return { ...hit, ...titled(passages), more: passages.more.map(titled) };
}

/**
 * The sections of the given pages that match best, by page. A section without a heading has no title: the page's stands
 * for it.
 */
export async function passages(
  engine: Engine,
  { alphabet, frequent }: IndexInfo,
  { phrases }: Found,
  pages: readonly number[],
): Promise<Map<number, Passages>> {
  if (!pages.length) return new Map();
  const terms = termsOf(phrases, frequent);
  const [starts, occurrences] = await Promise.all([
    engine.starts(pages),
    occurrencesOf(engine, phrases, terms, pages),
  ]);
  const startsOf = groupBy(starts, ({ page }) => page);
  const occurrencesOn = groupBy(occurrences, ({ page }) => page);
  const candidatesOf = new Map(
    pages.map((page): [number, Candidate[]] => {
      const own = startsOf.get(page) ?? [];
      const found = best(locate(phrases, terms.numbers, occurrencesOn.get(page) ?? [], own), phrases);
      return [page, found.length ? found : own.slice(0, 1).map(({ id }) => ({ passage: id, score: 0 }))];
    }),
  );
  const shownOf = new Map(
    [...candidatesOf].map(([page, found]) => [page, shown(found, startsOf.get(page) ?? [])]),
  );
  const rows = await readPassages(engine, [...shownOf.values()].flat(), starts);
  const described = new Map<number, Passages>();
  for (const [page, ids] of shownOf) {
    const [main, ...more] = ids
      .flatMap((id) => rows.get(id) ?? [])
      .map(({ anchor, title, text }) => ({
        section: { anchor, title },
        excerpt: excerpt(text, phrases, alphabet),
      }));
    if (main) described.set(page, { ...main, more });
  }
  return described;
}

/** Of a page's passages, the best first, those that are shown: one a section. */
function shown(candidates: readonly Candidate[], starts: readonly Start[]): number[] {
  const found = new Map<number, number>();
  const limit = MORE_AT_LEAST * (candidates[0]?.score ?? 0);
  for (const { passage, score } of candidates) {
    if (found.size > MORE_SECTIONS || score < limit) break;
    let at = passage - (starts[0]?.id ?? passage);
    while (starts[at]?.continues) at--;
    if (!found.has(at)) found.set(at, passage);
  }
  return [...found.values()];
}

/**
 * Passages with their text for reading: without the heading, which is shown by itself. A passage that is nothing but
 * its heading takes the text of the next one in its page that is more.
 */
async function readPassages(
  engine: Engine,
  ids: number[],
  starts: readonly Start[],
): Promise<Map<number, PassageRow>> {
  const passages = new Map((await engine.passages(ids)).map((row) => [row.id, withoutHeading(row)]));
  const pageOf = new Map(starts.map(({ id, page }) => [id, page]));
  let bare = [...passages.values()];
  for (let ahead = 1; ; ahead++) {
    bare = bare.filter(
      ({ id, text }) => !text && pageOf.has(id + ahead) && pageOf.get(id) === pageOf.get(id + ahead),
    );
    if (!bare.length) return passages;
    const following = await engine.passages(bare.map(({ id }) => id + ahead));
    const texts = new Map(following.map((row) => [row.id, withoutHeading(row).text]));
    for (const row of bare) row.text = texts.get(row.id + ahead) ?? "";
  }
}
