import type { Column, Expression } from "../query/expression.ts";
import type { Alphabet } from "../text/alphabet.ts";
import type { Kind, Status } from "../types.ts";

/** What holds for the whole index; read once. */
export interface IndexInfo {
  alphabet: Alphabet;
  labels: Labels;
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

export interface Term {
  token: string;
  prefix: boolean;
}

/** Answers what a search asks of the index. sql.js is one; all give the same rows, order and scores. */
export interface Engine {
  info(): Promise<IndexInfo>;
  /** The pages that satisfy the expression, in no particular order. */
  match(expression: Expression): Promise<Match[]>;
  /** Where terms stand in the given pages. */
  occurrences(terms: readonly Term[], pages: readonly number[]): Promise<Occurrence[]>;
  pages(ids: readonly number[]): Promise<PageRow[]>;
  /** The starts of all passages of the given pages, in the order of pages and reading. */
  starts(pages: readonly number[]): Promise<Start[]>;
  passages(ids: readonly number[]): Promise<PassageRow[]>;
  close(): void;
}
