import type { Engine, IndexInfo, Lifts, Match } from "../engine/engine.ts";
import type { Answer, Group, Kind, SearchOptions } from "../types.ts";
import { heads, passages, withPassages } from "./describe.ts";
import { COLUMNS, type Expression, within } from "./expression.ts";
import { type ParsedQuery, parse } from "./parse.ts";
import { find, NOTHING, planFor } from "./steps.ts";

const DEFAULT_SIZE = 10;

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
  const wanted = await planFor(engine, parsed);
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
  const matched = slices.flat();
  const [hits, texts] = await Promise.all([
    heads(engine, info, found, matched),
    passages(
      engine,
      info,
      found,
      matched.map(({ page }) => page),
    ),
  ]);
  checkpoint();
  const groups = ranked.map((group, number): Group => {
    const { slug = "", title = "" } = info.wikis.get(group.wiki) ?? {};
    const groupHits = (slices[number] ?? []).flatMap(({ page }) => {
      const hit = hits.get(page);
      return hit ? { ...withPassages(hit, texts.get(page)), kind: group.kind } : [];
    });
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

function allows<T>(wanted: readonly T[], value: T): boolean {
  return !wanted.length || wanted.includes(value);
}
