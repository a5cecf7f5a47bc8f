/** Small databases for tests, written after `mkdocs_fts/database.py` with the project's own `schema.sql`. */
import { readFileSync } from "node:fs";
import type { Database } from "sql.js";
import { Alphabet } from "../../src/text/alphabet.ts";
import { prepare } from "../../src/text/prepare.ts";
import type { Kind, Status } from "../../src/types.ts";
import { alphabetJson } from "./alphabet.ts";
import { writeFrequent } from "./frequent.ts";
import { type HeadSpec, packHeads } from "./heads.ts";
import { columns } from "./pagetext.ts";
import { openDatabase } from "./sqlite.ts";
import { type Stems, writeVocabulary } from "./vocabulary.ts";

const SCHEMA = readFileSync(new URL("../../../mkdocs_fts/schema.sql", import.meta.url), "utf8");
/** Pages of a row of `head`. */
const BLOCK = 16;
const STATUSES: Status[] = ["active", "draft", "archived"];
const EPOCH = Date.UTC(2000, 0, 1);
const DAY = 24 * 60 * 60 * 1000;

export interface PassageSpec {
  text: string;
  anchor?: string;
  title?: string;
  /** 1 to 6: the first line of `text` is the heading. */
  level?: number;
  generated?: boolean;
}

export interface PageSpec {
  url: string;
  title: string;
  /** A string is one passage at the top of the page. */
  passages: (PassageSpec | string)[];
  wiki?: string;
  status?: Status;
  kind?: Kind;
  tags?: string[];
  trail?: string[];
  /** Default: 1. */
  boost?: number;
  /** The page's date, ISO 8601. Default: not known. */
  modified?: string;
}

export interface SiteSpec {
  pages: PageSpec[];
  /** Ids in the order to show; titles are the ids in capitals. Default: `["main"]`. */
  wikis?: string[];
  /** Default: true. Otherwise wikis are shown by their best hit. */
  orderedWikis?: boolean;
  /** Word families. Default: none. */
  stems?: Stems;
  /** Default: 1024, so that small databases have many pages. */
  pageSize?: number;
  /** FTS5's own page size. Default: as much as fits into a page of the database. */
  pgsz?: number;
  /** Default: true. Otherwise the file is left as writing made it: with several segments, and pages in any order. */
  tidy?: boolean;
  /** From how many pages on a term is frequent. Default: none is. Needs `tidy`. */
  frequent?: number;
  /** A byte for each leaf, see segment.py; wrong ones are allowed. Default: none. */
  marks?: Uint8Array;
  meta?: Record<string, string | number>;
}

/** The database's bytes. Pages are numbered from 1 in the order given. */
export async function writeDatabase(site: SiteSpec): Promise<Uint8Array> {
  const { pages, wikis = ["main"], orderedWikis = true, stems = {}, meta = {}, tidy = true } = site;
  const { frequent = Number.POSITIVE_INFINITY, pageSize = 1024, pgsz = pageSize - 52 } = site;
  const json = await alphabetJson(prepare(JSON.stringify(pages)));
  const database = await openDatabase();
  try {
    database.run(`PRAGMA page_size = ${pageSize}`);
    database.run(SCHEMA);
    for (const table of ["page_fts", "title_fts", "term_fts"]) {
      database.run(`INSERT INTO ${table}(${table}, rank) VALUES ('pgsz', ?)`, [pgsz]);
    }
    wikis.forEach((slug, n) => {
      const position = orderedWikis ? n : 0;
      database.run("INSERT INTO wiki VALUES (?, ?, ?, ?)", [n, slug, slug.toUpperCase(), position]);
    });
    const writer = new Writer(database, new Alphabet(json), wikis);
    pages.forEach((page, n) => {
      writer.write(page, n + 1);
    });
    writer.writeHeads();
    const all = {
      schema: 1,
      pages: pages.length,
      alphabet: JSON.stringify(json),
      labels: packed(writer.labels),
      weights: "[10, 4, 4, 1, 0.5, 0.5]",
      boosts: JSON.stringify(boosts(pages)),
      days: packed(pages.some(({ modified }) => modified) ? pages.map(day) : []),
      recency_days: 30,
      marks: site.marks ?? new Uint8Array(),
      ...meta,
    };
    for (const [key, value] of Object.entries(all))
      database.run("INSERT INTO meta VALUES (?, ?)", [key, value]);
    writeVocabulary(database, stems);
    if (tidy) {
      for (const table of ["page_fts", "title_fts", "term_fts"]) {
        database.run(`INSERT INTO ${table}(${table}) VALUES ('optimize')`);
      }
      writeFrequent(database, frequent);
      database.run("VACUUM");
    }
    return database.export();
  } finally {
    database.close();
  }
}

/** A little-endian 16-bit number a page. */
function packed(numbers: readonly number[]): Uint8Array {
  return new Uint8Array(Uint16Array.from(numbers).buffer);
}

/** In days since 2000-01-01, 0 where it is not known. */
function day({ modified }: PageSpec): number {
  return modified ? (Date.parse(modified) - EPOCH) / DAY : 0;
}

function boosts(pages: readonly PageSpec[]): Record<number, number> {
  const all = pages.map(({ boost = 1 }, n) => [n + 1, boost] as const);
  return Object.fromEntries(all.filter(([, boost]) => boost !== 1));
}

class Writer {
  readonly labels: number[] = [];
  #nextSection = 0;
  readonly #heads: HeadSpec[] = [];

  constructor(
    readonly database: Database,
    readonly alphabet: Alphabet,
    readonly wikis: readonly string[],
  ) {}

  write(page: PageSpec, id: number): void {
    const { url, title, wiki = this.wikis[0] as string, status = "active", kind = "written" } = page;
    const tags = page.tags ?? [];
    const passages = page.passages.map(
      (passage): Required<PassageSpec> => ({
        anchor: "",
        title: "",
        level: 0,
        generated: false,
        ...(typeof passage === "string" ? { text: passage } : passage),
      }),
    );
    const number = this.wikis.indexOf(wiki);
    this.database.run("INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
      ...[id, url, title, number, status, kind],
      ...[JSON.stringify(page.trail ?? [wiki]), JSON.stringify(tags)],
      ...[page.modified ?? null, page.boost ?? 1],
    ]);
    const headings = passages.filter(
      (passage) => passage.level && !passage.generated && passage.title !== title,
    );
    const { body, generated, parts, starts } = columns(passages, this.alphabet);
    this.database.run(
      "INSERT INTO page_fts(rowid, title, headings, tags, body, generated, parts) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        id,
        ...[title, headings.map((heading) => heading.title).join("\n"), tags.join("\n")].map(prepare),
        ...[body, generated, parts],
      ],
    );
    this.database.run("INSERT INTO title_fts(rowid, title) VALUES (?, ?)", [id, prepare(title)]);
    passages.forEach(({ anchor, title, level, generated, text }, n) => {
      const start = starts[n] as [number, number];
      this.database.run("INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
        ...[this.#nextSection++, id, n, anchor, title, level, Number(generated)],
        ...[...start, text],
      ]);
    });
    this.#heads.push({
      ...{ url, title, trail: page.trail ?? [wiki] },
      starts: passages.map(({ anchor, generated }, n) => {
        const [firstToken, firstPart] = starts[n] as [number, number];
        return { generated, continues: anchor === passages[n - 1]?.anchor, firstToken, firstPart };
      }),
    });
    const generatedBlocks = passages.some(({ generated }) => generated);
    const bits = [
      STATUSES.indexOf(status) << 12,
      Number(kind === "auto") << 14,
      Number(generatedBlocks) << 15,
    ];
    this.labels.push(bits.reduce((all, bit) => all | bit, number));
  }

  /** Once all pages are in. */
  writeHeads(): void {
    let first = 0;
    for (let at = 0; at < this.#heads.length; at += BLOCK) {
      const block = this.#heads.slice(at, at + BLOCK);
      this.database.run("INSERT INTO head VALUES (?, ?, ?, ?)", [at / BLOCK, first, ...packHeads(block)]);
      first += block.reduce((sum, { starts }) => sum + starts.length, 0);
    }
  }
}
