import type { Engine, IndexInfo, Lifts, Match } from "../engine/engine.ts";
import type { Answer, Group, Kind, Passages, SearchOptions } from "../types.ts";
import { withPassages } from "./describe.ts";
import { Finding } from "./finding.ts";

const DEFAULT_SIZE = 10;

/** How much a page of today is raised: never above a clearly better one. */
const RECENCY_BONUS = 0.05;
const DAY = 24 * 60 * 60 * 1000;
const EPOCH = Date.UTC(2000, 0, 1);

interface RankedGroup {
  wiki: number;
  kind: Kind;
  matches: Match[];
}

/** Answer a query. Every input has an answer; what rejects are failures of the engine. */
export async function answer(engine: Engine, query: string, options: SearchOptions = {}): Promise<Answer> {
  return answerFrom(engine, await Finding.of(engine, query, options.typing), options);
}

/** The part of a finding that the options ask for. */
export async function answerFrom(engine: Engine, finding: Finding, options: SearchOptions): Promise<Answer> {
  const info = await engine.info();
  const { query, found } = finding;
  const matches = lift(found.scores, info.lifts, options.today ?? new Date());
  const { shown, hidden } = filter(matches, finding, options, info);
  const ranked = group(info, shown, finding.kindOf);
  const size = Math.max(1, options.size ?? DEFAULT_SIZE);
  const page = Math.max(1, options.page ?? 1);
  const from = page === 1 ? 0 : (page - 1) * size; // `size` may be infinite
  const slices = ranked.map((group) => group.matches.slice(from, from + size));
  const pages = slices.flat().map(({ page }) => page);
  const [heads, passages] = await Promise.all([
    finding.heads(engine, pages),
    options.excerpts === false ? undefined : finding.passages(engine, pages),
  ]);
  const groups = ranked.map(({ wiki, kind, matches }, number): Group => {
    const { slug = "", title = "" } = info.wikis.get(wiki) ?? {};
    const hits = (slices[number] ?? []).flatMap(({ page, score }) => {
      const head = heads.get(page);
      return head ? { ...withPassages(head, passages?.get(page)), kind, score } : [];
    });
    return { wiki: slug, title, kind, total: matches.length, hits };
  });
  const { relaxed, corrections } = found;
  return { ok: true, query, total: shown.length, hidden, relaxed, corrections, groups };
}

/** The passages of hits of a finding by their URLs, in that order; null where there is no such hit. */
export async function excerptsFrom(
  engine: Engine,
  finding: Finding,
  urls: readonly string[],
  options: SearchOptions,
): Promise<(Passages | null)[]> {
  // Hits that were given by a finding that is forgotten.
  if (urls.some((url) => finding.pageAt(url) === undefined)) {
    await answerFrom(engine, finding, { ...options, excerpts: false });
  }
  const pages = urls.map((url) => finding.pageAt(url));
  const known = pages.filter((page) => page !== undefined);
  const [heads, passages] = await Promise.all([
    finding.heads(engine, known),
    finding.passages(engine, known),
  ]);
  return pages.map((page) => {
    const head = page === undefined ? undefined : heads.get(page);
    if (!head || page === undefined) return null;
    const { section, excerpt, more } = withPassages(head, passages.get(page));
    return { section, excerpt, more };
  });
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

/** Divide by labels: what is shown, and how many more would be with drafts and archived pages. */
function filter(
  matches: Match[],
  { parsed, kindOf }: Finding,
  options: SearchOptions,
  { labels, wikis }: IndexInfo,
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
function group({ labels, wikis }: IndexInfo, matches: Match[], kindOf: Finding["kindOf"]): RankedGroup[] {
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
