import type { Engine, IndexInfo, Lifts, Match, PassageRow, Start } from "../engine/engine.ts";
import type { Answer, Group, Hit, Kind, Passage, SearchOptions } from "../types.ts";
import { excerpt } from "./excerpt.ts";
import { COLUMNS, type Expression, within } from "./expression.ts";
import { best, locate, termsOf } from "./locate.ts";
import { withoutHeading } from "./pagetext.ts";
import { type ParsedQuery, parse } from "./parse.ts";
import { plan } from "./plan.ts";
import { type Found, find, NOTHING } from "./steps.ts";

const DEFAULT_SIZE = 10;
/** How many sections of a page are shown beside its best. */
const MORE_SECTIONS = 2;
/** A further section is shown if it matches at least this well, compared with the best. */
const MORE_AT_LEAST = 0.4;

/** How much a page of today is raised: never above a clearly better one. */
const RECENCY_BONUS = 0.05;
const DAY = 24 * 60 * 60 * 1000;
const EPOCH = Date.UTC(2000, 0, 1);

const WRITTEN_COLUMNS = COLUMNS.filter((column) => column !== "generated");

interface RankedGroup {
  wiki: number;
  kind: Kind;
  matches: Match[];
}

/** Called between steps; throws when the search was given up. */
export type Checkpoint = () => void;

/** Answer a query. Every input has an answer; what rejects are failures of the engine. */
export async function answer(
  engine: Engine,
  query: string,
  options: SearchOptions = {},
  checkpoint: Checkpoint = () => {},
): Promise<Answer> {
  const info = await engine.info();
  const parsed = parse(query, options.typing);
  const wanted = plan(parsed, info.alphabet);
  const found = wanted ? await find(engine, wanted) : NOTHING;
  checkpoint();
  const matches = lift(found.scores, info.lifts, options.today ?? new Date());
  const kindOf = await kinds(engine, info, found.expression, matches);
  checkpoint();
  const { shown, hidden } = filter(matches, parsed, options, info, kindOf);
  const ranked = group(info, shown, kindOf);
  const size = Math.max(1, options.size ?? DEFAULT_SIZE);
  const page = Math.max(1, options.page ?? 1);
  const from = page === 1 ? 0 : (page - 1) * size; // `size` may be infinite
  const slices = ranked.map((group) => group.matches.slice(from, from + size));
  const hits = await describe(engine, info, found, slices.flat());
  checkpoint();
  const groups = ranked.map((group, number): Group => {
    const { slug = "", title = "" } = info.wikis.get(group.wiki) ?? {};
    const groupHits = (slices[number] ?? []).flatMap(({ page }) => hits.get(page) ?? []);
    for (const hit of groupHits) hit.kind = group.kind;
    return { wiki: slug, title, kind: group.kind, total: group.matches.length, hits: groupHits };
  });
  const { relaxed, corrections } = found;
  return { ok: true, query, total: shown.length, hidden, relaxed, corrections, groups };
}

/** Scores with what holds for a page whatever is asked, the best first. */
function lift(scores: ReadonlyMap<number, number>, lifts: Lifts, today: Date): Match[] {
  const now = Math.floor((today.getTime() - EPOCH) / DAY);
  const matches = [...scores].map(([page, score]) => {
    const day = lifts.day(page);
    const age = day === undefined ? Number.POSITIVE_INFINITY : Math.max(0, now - day);
    const fresh = age < lifts.recencyDays ? 1 - age / lifts.recencyDays : 0;
    // Rounded, so that the last bits of a sum decide nothing.
    const lifted = score * lifts.boost(page) * (1 + RECENCY_BONUS * fresh);
    return { page, score: Math.floor(lifted * 1e9 + 0.5) / 1e9 };
  });
  return matches.sort((a, b) => b.score - a.score || a.page - b.page);
}

type KindOf = (page: number) => Kind;

/** Of which kind each match is: a written page that matches only with the help of its generated blocks is `auto`. */
async function kinds(
  engine: Engine,
  { labels }: IndexInfo,
  expression: Expression | null,
  matches: Match[],
): Promise<KindOf> {
  if (!expression) return labels.kind; // a relaxed search: no page is told by its generated blocks alone
  const written = within(expression, WRITTEN_COLUMNS);
  const mixed = matches.some(({ page }) => labels.hasGenerated(page));
  const inWritten = new Set(mixed && written ? (await engine.match(written)).map(({ page }) => page) : []);
  return (page) => (labels.hasGenerated(page) && !inWritten.has(page) ? "auto" : labels.kind(page));
}

/** Divide by labels: what is shown, and how many more would be with drafts and archived pages. */
function filter(
  matches: Match[],
  parsed: ParsedQuery,
  options: SearchOptions,
  { labels, wikis }: IndexInfo,
  kindOf: KindOf,
) {
  const shown: Match[] = [];
  let hidden = 0;
  for (const match of matches) {
    const slug = wikis.get(labels.wiki(match.page))?.slug ?? "";
    if ((options.wiki !== undefined && slug !== options.wiki) || !allows(parsed.wikis, slug)) continue;
    const kind = kindOf(match.page);
    if ((options.kind && kind !== options.kind) || !allows(parsed.kinds, kind)) continue;
    const status = labels.status(match.page);
    // To ask for a status is to ask for its pages, whatever the switch says.
    if (parsed.statuses.length ? parsed.statuses.includes(status) : options.drafts || status === "active") {
      shown.push(match);
    } else if (!parsed.statuses.length) {
      hidden++;
    }
  }
  return { shown, hidden };
}

/** Written groups in the order of the wikis (or by their best hit), then the generated ones. */
function group({ labels, wikis }: IndexInfo, matches: Match[], kindOf: KindOf): RankedGroup[] {
  const groups = new Map<string, RankedGroup>();
  for (const match of matches) {
    const wiki = labels.wiki(match.page);
    const kind = kindOf(match.page);
    const key = `${kind} ${wiki}`;
    const found = groups.get(key);
    if (found) found.matches.push(match);
    else groups.set(key, { wiki, kind, matches: [match] });
  }
  const position = ({ wiki }: RankedGroup) => wikis.get(wiki)?.position ?? 0;
  // Groups stand in the order of their best hits by now; sorting keeps that where wikis have one position.
  return [...groups.values()].sort((a, b) =>
    a.kind === b.kind ? position(a) - position(b) : a.kind === "written" ? -1 : 1,
  );
}

/** Read what is shown of the given pages. */
async function describe(
  engine: Engine,
  { alphabet, labels }: IndexInfo,
  { phrases, relaxed, missing }: Found,
  matches: readonly Match[],
): Promise<Map<number, Hit>> {
  const ids = matches.map(({ page }) => page);
  if (!ids.length) return new Map();
  const { terms, numbers } = termsOf(phrases);
  const [rows, starts, occurrences] = await Promise.all([
    engine.pages(ids),
    engine.starts(ids),
    engine.occurrences(terms, ids),
  ]);
  const startsOf = groupBy(starts, ({ page }) => page);
  const occurrencesOf = groupBy(occurrences, ({ page }) => page);
  const candidatesOf = new Map(
    ids.map((page) => {
      const own = startsOf.get(page) ?? [];
      const found = best(locate(phrases, numbers, occurrencesOf.get(page) ?? [], own), phrases);
      return [page, found.length ? found : own.slice(0, 1).map(({ id }) => ({ passage: id, score: 0 }))];
    }),
  );
  const wanted = [...candidatesOf.values()].flatMap((candidates) => candidates.slice(0, MORE_SECTIONS + 3));
  const passages = await readPassages(
    engine,
    wanted.map(({ passage }) => passage),
    starts,
  );
  const scores = new Map(matches.map(({ page, score }) => [page, score]));
  const hits = new Map<number, Hit>();
  for (const { id, url, title, trail } of rows) {
    const sections: Passage[] = [];
    const limit = MORE_AT_LEAST * (candidatesOf.get(id)?.[0]?.score ?? 0);
    for (const { passage, score } of candidatesOf.get(id) ?? []) {
      const row = passages.get(passage);
      if (!row || sections.length > MORE_SECTIONS || score < limit) break;
      if (sections.some(({ section }) => section.anchor === row.anchor)) continue;
      const section = { anchor: row.anchor, title: row.title || title };
      sections.push({ section, excerpt: excerpt(row.text, phrases, alphabet) });
    }
    const [main, ...more] = sections;
    hits.set(id, {
      url,
      title,
      status: labels.status(id),
      kind: labels.kind(id),
      trail,
      section: main?.section ?? { anchor: "", title },
      excerpt: main?.excerpt ?? [],
      more,
      score: scores.get(id) ?? 0,
      ...(relaxed && { missing: missing.get(id) ?? [] }),
    });
  }
  return hits;
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

function allows<T>(wanted: readonly T[], value: T): boolean {
  return !wanted.length || wanted.includes(value);
}

function groupBy<T>(items: readonly T[], key: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
