/** The public shapes: what a search is asked and what it answers. The command's `--json` has the same. */

import type { Overrides } from "./dialog/texts.ts";

export type Status = "active" | "draft" | "archived";
/** `written` by a person; `auto`: a generated page, or a written page that matches in a generated block only. */
export type Kind = "written" | "auto";

export interface SearchOptions {
  /** Also search drafts and archived pages. Default: false. */
  drafts?: boolean;
  /** Only this wiki (its id). */
  wiki?: string;
  /** Only written or only generated pages. */
  kind?: Kind;
  /** Which slice of each group's hits, counted from 1. Default: 1. */
  page?: number;
  /** Hits per group in one slice. Default: 10. */
  size?: number;
  /** The last word is still being typed: it also matches as a prefix. Default: false. */
  typing?: boolean;
  /** The day from which new pages count as new. Default: today. */
  today?: Date;
  /**
   * Whether hits come with their passages. Without, they come sooner: `excerpt` and `more` are empty, `section` is the
   * top of the page, and `excerpts` gives the rest. Default: true.
   */
  excerpts?: boolean;
  /** Gives the search up; the promise then rejects with the code `aborted`. */
  signal?: AbortSignal;
}

/** A run of text. Never HTML: show it as text, and `mark` as a mark. */
export interface Fragment {
  text: string;
  mark: boolean;
}

export interface SectionRef {
  /** The id of the heading to link to, without `#`; empty for the top of the page. */
  anchor: string;
  title: string;
}

export interface Passage {
  section: SectionRef;
  excerpt: Fragment[];
}

/** What is shown of a page's text. */
export interface Passages extends Passage {
  /** Up to two further sections that match well. */
  more: Passage[];
}

export interface Hit extends Passages {
  /** Relative to the site's base, without anchor. Empty for the home page. */
  url: string;
  title: string;
  status: Status;
  kind: Kind;
  /** Breadcrumb, wiki first, without the page itself. */
  trail: string[];
  /** Comparable across groups; higher is better. */
  score: number;
  /** In a relaxed search: which of the words the page lacks. */
  missing?: string[];
}

export interface Group {
  /** The wiki's id. */
  wiki: string;
  /** The wiki's title. */
  title: string;
  kind: Kind;
  /** How many pages of this group match, whatever slice `hits` holds. */
  total: number;
  hits: Hit[];
}

export interface Correction {
  from: string;
  to: string;
}

export interface Answer {
  ok: true;
  query: string;
  /** Pages that match and are shown or can be shown by asking for further slices. */
  total: number;
  /** Further pages that match but are drafts or archived; 0 when these are searched. */
  hidden: number;
  /** Not all of the words stand in all of the pages: these have most of them. */
  relaxed: boolean;
  corrections: Correction[];
  /** Written groups in the order of the wikis, then the generated ones. */
  groups: Group[];
}

/** A part of a document: a section, or a stretch of a long one. */
export interface TextPart extends SectionRef {
  /** 1 to 6 where a heading, `title`, stands above `text`, else 0. */
  level: number;
  /** U+FFFC stands where something was left out of the index. */
  text: string;
}

/** The whole text of a page as the index has it. */
export interface PageText {
  url: string;
  title: string;
  trail: string[];
  parts: TextPart[];
}

export type ErrorCode =
  /** The caller gave up, or a newer search took its place. */
  | "aborted"
  /** A file of the index could not be fetched. */
  | "network"
  /** A file of the index came back damaged or is not what it should be. */
  | "damaged"
  /** The index was made for another version of this program: reload the page. */
  | "format"
  /** The browser cannot run the engine (WebAssembly or workers are missing or forbidden). */
  | "engine";

/** What the methods of a `Search` reject with. */
export class SearchError extends Error {
  override name = "SearchError";
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Also of one from another script: each has a class of its own. */
export function isSearchError(error: unknown): error is SearchError {
  return error instanceof Error && error.name === "SearchError";
}

export interface Search {
  search(query: string, options?: SearchOptions): Promise<Answer>;
  /**
   * The passages of hits of that search, by their URLs and in that order; null where it has no such hit.
   *
   * @param options those of the search
   */
  excerpts(query: string, urls: readonly string[], options?: SearchOptions): Promise<(Passages | null)[]>;
  /** The text of the page with a hit's `url`; null where the index has no such page. */
  read(url: string, options?: { signal?: AbortSignal }): Promise<PageText | null>;
  /** Fetches what every search needs, so that the first one is quick. Safe to call often. */
  warm(): Promise<void>;
  /** Ends the worker. A closed search cannot be used again. */
  close(): void;
}

/** What answers: `auto` reads the index itself, `sqljs` is SQLite as WebAssembly. Both give the same answers. */
export type EngineChoice = "auto" | "sqljs";

/** What the plugin writes into the start script. */
export interface Settings {
  /** Such as `["mod+k", "/"]`; `mod` is Ctrl, on a Mac ⌘. Empty: none. */
  shortcuts: string[];
  /** The theme's language, a BCP 47 tag. */
  locale: string;
  /** Default: `auto`. */
  engine?: EngineChoice;
  /** The site's own texts, if it has any. */
  texts?: TextOverrides;
  /** The search page's address, relative to the site's base; without it there is none. */
  searchPage?: string;
  /** The site's name, where there is a description for browsers that take the site up as a search engine. */
  openSearch?: string;
}

/** Texts of the dialog by language tag; those under `*` hold for every language. */
export type TextOverrides = Record<string, Overrides>;
