import type { Column, Expression } from "../query/expression.ts";
import type { Alphabet } from "../text/alphabet.ts";
import type { Kind, Status } from "../types.ts";

/** What holds for the whole index; read once. */
export interface IndexInfo {
  pageCount: number;
  alphabet: Alphabet;
  lifts: Lifts;
  labels: Labels;
  /** Terms that stand nearly everywhere. */
  frequent: ReadonlySet<string>;
  /** Terms that stand on so many pages that their places are too many to read. */
  everywhere: ReadonlySet<string>;
  /** By id, in the order to show. */
  wikis: Map<number, { slug: string; title: string; position: number }>;
}

/** The labels of every page, so that hits are filtered, grouped and counted without reading pages. */
export interface Labels {
  wiki(page: number): number;
  status(page: number): Status;
  kind(page: number): Kind;
  /** A written page with generated blocks. */
  hasGenerated(page: number): boolean;
}

/** What raises or lowers a page's score whatever is asked. */
export interface Lifts {
  /** By front matter's `search.boost`; 1 where it says none. */
  boost(page: number): number;
  /** The page's own date, in days since 2000-01-01; undefined where it is not known. */
  day(page: number): number | undefined;
  /** Over how many days the bonus of a new page fades; 0: there is none. */
  recencyDays: number;
}

export interface Match {
  page: number;
  /** BM25 with the site's weights, higher is better. */
  score: number;
}

export interface PageRow {
  id: number;
  url: string;
  title: string;
  trail: string[];
}

/** Where a passage begins. */
export interface Start {
  id: number;
  page: number;
  /** The column of its text. */
  column: "body" | "generated";
  firstToken: number;
  firstPart: number;
  /** It goes on with the section of the passage before it. */
  continues: boolean;
}

export interface PassageRow {
  id: number;
  anchor: string;
  title: string;
  /** 1 to 6 when the text's first line is the heading, else 0. */
  level: number;
  text: string;
}

/** One token of a query, standing in a page. */
export interface Occurrence {
  page: number;
  column: Column;
  /** Counted in tokens of the column, from 0. */
  offset: number;
  /** Which of the asked terms. */
  term: number;
}

/** A term of the site, and on how many pages it stands. Lists of them begin with those on most pages. */
export interface TermRow {
  term: string;
  pages: number;
}

export interface Term {
  token: string;
  prefix: boolean;
}

/** Beginnings of words whose postings take more leaves of FTS5's to read are broad. */
export const BROAD_LEAVES = 12;

/** Answers what a search asks of the index. There are sql.js and the reader; both give the same rows and scores. */
export interface Engine {
  info(): Promise<IndexInfo>;
  /** The pages that satisfy the expression, in no particular order. */
  match(expression: Expression): Promise<Match[]>;
  /** Those of the beginnings of words whose postings take a large part of the index to read. */
  broad(prefixes: readonly string[]): Promise<Set<string>>;
  /** Where terms stand in the given pages. */
  occurrences(terms: readonly Term[], pages: readonly number[]): Promise<Occurrence[]>;
  pages(ids: readonly number[]): Promise<PageRow[]>;
  /** The page with this URL. Reads the whole table: for what a reader asks for once in a while. */
  pageAt(url: string): Promise<PageRow | undefined>;
  /** The starts of all passages of the given pages, in the order of pages and reading. */
  starts(pages: readonly number[]): Promise<Start[]>;
  passages(ids: readonly number[]): Promise<PassageRow[]>;
  /** The terms that have all of these trigrams or marked stems. */
  termsWithAll(grams: readonly string[]): Promise<TermRow[]>;
  /** The terms that have at least so many of these trigrams or marked stems. */
  termsWithSome(grams: readonly string[], atLeast: number): Promise<TermRow[]>;
  close(): void;
}
