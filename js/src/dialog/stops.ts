/**
 * What the arrow keys stop at: results, their further sections, "Show more", the button of the generated pages; before
 * anything is asked, the recent searches.
 */

import type { Group } from "../types.ts";

interface Stoppable {
  shown: { groups: Pick<Group, "kind" | "hits" | "total">[] } | null;
  generatedOpen: boolean;
  query: unknown;
  recent: string[];
}

/** The id of the button that opens the generated pages. */
export const GENERATED = "fts-generated";

/** A result (`passage` 0) or one of its further sections. */
export function hitId(group: number, hit: number, passage = 0): string {
  return `fts-hit-${group}-${hit}-${passage}`;
}

/** `selected` if it belongs to this hit, else null. */
export function selectionIn(selected: string | null, group: number, hit: number): string | null {
  return selected?.startsWith(`fts-hit-${group}-${hit}-`) ? selected : null;
}

/** The result that has this id, or one of its sections. */
export function hitAt<T extends Group["hits"]>(
  { shown }: { shown: { groups: { hits: T }[] } | null },
  id: string | null,
): T[number] | undefined {
  const [, group, hit] = id?.match(/^fts-hit-(\d+)-(\d+)-/) ?? [];
  return shown?.groups[Number(group)]?.hits[Number(hit)];
}

export function moreId(group: number): string {
  return `fts-more-${group}`;
}

export function recentId(index: number): string {
  return `fts-recent-${index}`;
}

/** Whether a stop is no option of a list but a button, which takes the focus itself. */
export function isButton(id: string | null): boolean {
  return id === GENERATED || !!id?.startsWith("fts-recent-");
}

/** All stops in the order in which they are seen. */
export function stopsOf({ shown, generatedOpen, query, recent }: Stoppable): string[] {
  if (!query) return recent.map((_, index) => recentId(index));
  const groups = shown?.groups ?? [];
  const stops = (kind: Group["kind"]) =>
    groups.flatMap((group, index) => (group.kind === kind ? stopsOfGroup(group, index) : []));
  const hasGenerated = groups.some((group) => group.kind === "auto");
  return [...stops("written"), ...(hasGenerated ? [GENERATED] : []), ...(generatedOpen ? stops("auto") : [])];
}

/** The results in the order in which they are seen. */
export function hitsOf<T>({
  shown,
  generatedOpen,
}: {
  shown: { groups: { kind: Group["kind"]; hits: T[] }[] } | null;
  generatedOpen: boolean;
}): T[] {
  const groups = shown?.groups ?? [];
  const hits = (kind: Group["kind"]) =>
    groups.filter((group) => group.kind === kind).flatMap(({ hits }) => hits);
  return [...hits("written"), ...(generatedOpen ? hits("auto") : [])];
}

function stopsOfGroup(group: Pick<Group, "hits" | "total">, index: number): string[] {
  const hits = group.hits.flatMap((hit, at) => [
    hitId(index, at),
    ...hit.more.map((_, passage) => hitId(index, at, passage + 1)),
  ]);
  return hasMore(group) ? [...hits, moreId(index)] : hits;
}

export function hasMore(group: Pick<Group, "hits" | "total">): boolean {
  return group.hits.length < group.total;
}

/** What is selected when an answer arrives: the first result. */
export function firstStop(groups: Pick<Group, "hits">[]): string | null {
  const index = groups.findIndex((group) => group.hits.length > 0);
  return index < 0 ? null : hitId(index, 0);
}

/** One step from `selected`. The ends hold: a list that grows has no good place to wrap to. */
export function nextStop(stops: string[], selected: string | null, step: 1 | -1): string | null {
  const at = selected === null ? -1 : stops.indexOf(selected);
  if (at < 0) return stops[0] ?? null;
  return stops[at + step] ?? selected;
}
