/** What the dialog shows, and how it changes. Pure: no timers, no requests, no document. */

import type { Answer, ErrorCode, Group, Hit, PageText, Passages } from "../types.ts";
import { firstStop, GENERATED, hitId, moreId, stopsOf } from "./stops.ts";

/** `unknown`: an error without one of the search's own codes. */
export type Failure = Exclude<ErrorCode, "aborted"> | "unknown";

/** One search, as the reader has put it. */
export interface Query {
  text: string;
  drafts: boolean;
  typing: boolean;
  /** The only wiki to search. */
  wiki: string | null;
}

/** A wiki and how many results it has. */
export interface WikiCount {
  id: string;
  title: string;
  total: number;
}

export interface ShownHit extends Hit {
  /** Its passages are not there yet. */
  pending: boolean;
}

export interface ShownGroup extends Group {
  hits: ShownHit[];
  /** How many slices `hits` holds. */
  slices: number;
  /** The next slice. */
  more: "ready" | "loading" | "failed";
}

export interface Shown {
  query: Query;
  answer: Answer;
  groups: ShownGroup[];
}

/** A document that is no page of the site, whose text is shown instead. */
export interface Opened {
  url: string;
  /** The section to begin with. */
  anchor: string;
  /** What is shown; null while it is awaited. */
  text: PageText | null;
  failure: Failure | null;
}

export interface State {
  /** What stands in the input. */
  text: string;
  drafts: boolean;
  /** The wiki that the reader has chosen; null: all. */
  wiki: Omit<WikiCount, "total"> | null;
  /** The wikis that have results, counted over all of them for the query `counted`. */
  wikis: WikiCount[];
  counted: Query | null;
  /** Earlier searches, the newest first. */
  recent: string[];
  /** Whether the first result is selected as soon as it is there. */
  selectsFirst: boolean;
  /** What was asked last; null while nothing is asked. */
  query: Query | null;
  /** The answer to `query` is not there yet: `shown` is older. */
  waiting: boolean;
  /** It has been waited for long enough to say so. */
  slow: boolean;
  shown: Shown | null;
  failure: Failure | null;
  /** In the place of the results. */
  opened: Opened | null;
  /** Whether the block of generated pages is open. */
  generatedOpen: boolean;
  /** The id of the selected option or of the button of the generated pages. */
  selected: string | null;
  /** What the live region says. */
  announcement: string;
}

export type Change =
  | { type: "typed"; text: string }
  | { type: "draftsSet"; on: boolean }
  | { type: "wikiSet"; wiki: State["wiki"] }
  | { type: "counted"; query: Query; answer: Answer }
  | { type: "recentSet"; recent: string[] }
  | { type: "asked"; query: Query }
  | { type: "retried" }
  | { type: "slowed" }
  | { type: "answered"; answer: Answer }
  | { type: "described"; query: Query; urls: readonly string[]; passages: readonly (Passages | null)[] }
  | { type: "failed"; failure: Failure }
  | { type: "cleared" }
  | { type: "moreAsked"; group: number }
  | { type: "moreAnswered"; group: number; slice: Group | undefined }
  | { type: "moreFailed"; group: number; gaveUp: boolean }
  | { type: "textAsked"; url: string; anchor: string }
  | { type: "textRead"; url: string; text: PageText }
  | { type: "textFailed"; url: string; failure: Failure }
  | { type: "textClosed" }
  | { type: "generatedToggled" }
  | { type: "selected"; id: string | null }
  | { type: "announced"; text: string };

export const initialState: State = {
  text: "",
  drafts: false,
  wiki: null,
  wikis: [],
  counted: null,
  recent: [],
  selectsFirst: true,
  query: null,
  waiting: false,
  slow: false,
  shown: null,
  failure: null,
  opened: null,
  generatedOpen: false,
  selected: null,
  announcement: "",
};

export function reduce(state: State, change: Change): State {
  switch (change.type) {
    case "typed":
      return { ...state, text: change.text };
    case "draftsSet":
      return { ...state, drafts: change.on };
    case "wikiSet":
      return { ...state, wiki: change.wiki };
    case "counted":
      return counted(state, change.query, change.answer);
    case "recentSet":
      return { ...state, recent: change.recent };
    case "asked":
      return { ...state, query: change.query, waiting: true, opened: null };
    case "retried":
      return { ...state, failure: null };
    case "slowed":
      return { ...state, slow: state.waiting };
    case "answered":
      return answered(state, change.answer);
    case "described":
      return described(state, change);
    case "failed":
      // Old results beside an error would look like the answer.
      return { ...settled(state), failure: change.failure };
    case "cleared":
      return { ...settled(state), query: null, opened: null };
    case "moreAsked":
      return withGroup(state, change.group, { more: "loading" });
    case "moreAnswered":
      return moreAnswered(state, change.group, change.slice);
    case "moreFailed":
      return withGroup(state, change.group, { more: change.gaveUp ? "ready" : "failed" });
    case "textAsked":
      return { ...state, opened: { url: change.url, anchor: change.anchor, text: null, failure: null } };
    case "textRead":
      return withOpened(state, change.url, { text: change.text });
    case "textFailed":
      return withOpened(state, change.url, { failure: change.failure });
    case "textClosed":
      return { ...state, opened: null };
    case "generatedToggled":
      return generatedToggled(state);
    case "selected":
      return { ...state, selected: change.id };
    case "announced":
      return { ...state, announcement: change.text };
  }
}

/** Nothing is under way and nothing is shown. */
function settled(state: State): State {
  return { ...state, waiting: false, slow: false, shown: null, failure: null, selected: null };
}

function answered(state: State, answer: Answer): State {
  if (!state.query) return state;
  const before = isContinued(state.shown?.query, state.query) ? textsOf(state.shown) : undefined;
  const groups = answer.groups.map(
    (group): ShownGroup => ({
      ...group,
      hits: pendingHits(group, before),
      slices: 1,
      more: "ready",
    }),
  );
  const shown = { query: state.query, answer, groups };
  // Where nothing else was found there is nothing to keep the generated pages out of the way of.
  const generatedOpen = groups.every((group) => group.kind === "auto");
  const selected = state.selectsFirst ? firstStop(groups) : null;
  const next = { ...settled(state), shown, generatedOpen, selected };
  return state.query.wiki === null ? counted(next, state.query, answer) : next;
}

/** Hits come without their passages: until they are there, those shown before stand for them. */
function pendingHits({ hits }: Group, before?: ReadonlyMap<string, Passages>): ShownHit[] {
  return hits.map((hit) => ({ ...hit, ...before?.get(hit.url), pending: true }));
}

function textsOf(shown: Shown | null): Map<string, Passages> {
  const hits = shown?.groups.flatMap(({ hits }) => hits) ?? [];
  return new Map(hits.map(({ url, section, excerpt, more }) => [url, { section, excerpt, more }]));
}

/** Whether a reader has typed on, or back: excerpts that went and came with each key would flicker. */
function isContinued(before: Query | undefined, { text }: Query): boolean {
  return !!before && (text.startsWith(before.text) || before.text.startsWith(text));
}

function described(state: State, { query, urls, passages }: Extract<Change, { type: "described" }>): State {
  const { shown } = state;
  if (shown?.query !== query) return state;
  const known = new Map(urls.map((url, at) => [url, passages[at]]));
  const groups = shown.groups.map((group) => {
    if (!group.hits.some(({ url }) => known.has(url))) return group;
    const hits = group.hits.map((hit) =>
      known.has(hit.url) ? { ...hit, ...known.get(hit.url), pending: false } : hit,
    );
    return { ...group, hits };
  });
  return { ...state, shown: { ...shown, groups } };
}

function counted(state: State, query: Query, { groups }: Answer): State {
  const wikis = new Map<string, WikiCount>();
  for (const { wiki: id, title, total } of groups)
    wikis.set(id, { id, title, total: total + (wikis.get(id)?.total ?? 0) });
  // An address names a wiki by its id alone.
  const wiki = (state.wiki && wikis.get(state.wiki.id)) ?? state.wiki;
  return {
    ...state,
    wiki: wiki && { id: wiki.id, title: wiki.title },
    wikis: [...wikis.values()],
    counted: query,
  };
}

function moreAnswered(state: State, index: number, slice: Group | undefined): State {
  const group = state.shown?.groups[index];
  if (!group) return state;
  const added = slice ? pendingHits(slice) : [];
  const hits = [...group.hits, ...added];
  // A group that gives nothing more is complete, whatever its count said.
  const total = added.length > 0 ? group.total : hits.length;
  const grown = withGroup(state, index, { hits, total, slices: group.slices + 1, more: "ready" });
  if (state.selected !== moreId(index)) return grown;
  // The reader asked from here: go on with the first new result, which stands where the button stood.
  const next = added.length > 0 ? group.hits.length : group.hits.length - 1;
  return { ...grown, selected: hitId(index, next) };
}

function generatedToggled(state: State): State {
  const next = { ...state, generatedOpen: !state.generatedOpen };
  const lost = state.selected !== null && !stopsOf(next).includes(state.selected);
  return lost ? { ...next, selected: GENERATED } : next;
}

/** Unless the reader has gone on meanwhile. */
function withOpened(state: State, url: string, changes: Partial<Opened>): State {
  return state.opened?.url === url ? { ...state, opened: { ...state.opened, ...changes } } : state;
}

function withGroup(state: State, index: number, changes: Partial<ShownGroup>): State {
  if (!state.shown) return state;
  const groups = state.shown.groups.map((group, at) => (at === index ? { ...group, ...changes } : group));
  return { ...state, shown: { ...state.shown, groups } };
}

export function isSameQuery(a: Query | null, b: Query): boolean {
  return isSameInAllWikis(a, b) && a?.wiki === b.wiki;
}

export function isSameInAllWikis(a: Query | null, b: Query): boolean {
  return a?.text === b.text && a.drafts === b.drafts && a.typing === b.typing;
}
