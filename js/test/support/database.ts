/** Small databases for tests, written after `mkdocs_fts/database.py` with the project's own `schema.sql`. */
import { readFileSync } from "node:fs";
import type { Database } from "sql.js";
import { Alphabet } from "../../src/text/alphabet.ts";
import { parts, prepare } from "../../src/text/prepare.ts";
import type { Kind, Status } from "../../src/types.ts";
import { alphabetJson } from "./alphabet.ts";
import { openDatabase } from "./sqlite.ts";

const SCHEMA = readFileSync(new URL("../../../mkdocs_fts/schema.sql", import.meta.url), "utf8");
const STATUSES: Status[] = ["active", "draft", "archived"];

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
}

export interface SiteSpec {
  pages: PageSpec[];
  /** Ids in the order to show; titles are the ids in capitals. Default: `["main"]`. */
  wikis?: string[];
  /** Default: 1024, so that small databases have many pages. */
  pageSize?: number;
  meta?: Record<string, string | number>;
}

/** The database's bytes. Pages are numbered from 1 in the order given. */
export async function writeDatabase({ pages, wikis = ["main"], pageSize = 1024, meta = {} }: SiteSpec) {
  const json = await alphabetJson(prepare(JSON.stringify(pages)));
  const database = await openDatabase();
  try {
    database.run(`PRAGMA page_size = ${pageSize}`);
    database.run(SCHEMA);
    database.run("INSERT INTO page_fts(page_fts, rank) VALUES ('pgsz', ?)", [pageSize - 52]);
    wikis.forEach((slug, n) => {
      database.run("INSERT INTO wiki VALUES (?, ?, ?, ?)", [n, slug, slug.toUpperCase(), n]);
    });
    const writer = new Writer(database, new Alphabet(json), wikis);
    pages.forEach((page, n) => {
      writer.write(page, n + 1);
    });
    const all = {
      schema: 1,
      pages: pages.length,
      alphabet: JSON.stringify(json),
      labels: new Uint8Array(Uint16Array.from(writer.labels).buffer),
      weights: "[10, 4, 4, 1, 0.5, 0.5]",
      ...meta,
    };
    for (const [key, value] of Object.entries(all))
      database.run("INSERT INTO meta VALUES (?, ?)", [key, value]);
    database.run("INSERT INTO page_fts(page_fts) VALUES ('optimize')");
    database.run("VACUUM");
    return database.export();
  } finally {
    database.close();
  }
}

class Writer {
  readonly labels: number[] = [];
  #nextSection = 0;

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
    this.database.run("INSERT INTO page VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, 1)", [
      ...[id, url, title, number, status, kind],
      ...[JSON.stringify(page.trail ?? [wiki]), JSON.stringify(tags)],
    ]);
    const headings = passages.filter(({ level, generated }) => level && !generated);
    const columns = this.#columns(passages);
    this.database.run(
      "INSERT INTO page_fts(rowid, title, headings, tags, body, generated, parts) VALUES (?, ?, ?, ?, ?, ?, ?)",
      [
        id,
        ...[title, headings.map((heading) => heading.title).join("\n"), tags.join("\n")].map(prepare),
        ...[columns.body, columns.generated, columns.parts],
      ],
    );
    passages.forEach(({ anchor, title, level, generated, text }, n) => {
      const start = columns.starts[n] as [number, number];
      this.database.run("INSERT INTO section VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
        ...[this.#nextSection++, id, n, anchor, title, level, Number(generated)],
        ...[...start, text],
      ]);
    });
    const generatedBlocks = passages.some(({ generated }) => generated);
    const bits = [
      STATUSES.indexOf(status) << 12,
      Number(kind === "auto") << 14,
      Number(generatedBlocks) << 15,
    ];
    this.labels.push(bits.reduce((all, bit) => all | bit, number));
  }

  /** The text columns, and where each passage starts in them: its first token, its first part. */
  #columns(passages: readonly Required<PassageSpec>[]) {
    const written = { texts: [] as string[], parts: [] as string[], tokens: 0, pieces: 0 };
    const generated = { texts: [] as string[], parts: [] as string[], tokens: 0, pieces: 0 };
    const starts = passages.map((passage): [number, number] => {
      const side = passage.generated ? generated : written;
      const start: [number, number] = [side.tokens, side.pieces];
      const prepared = prepare(passage.text);
      side.texts.push(prepared);
      for (const { raw } of this.alphabet.tokens(prepared)) {
        side.tokens++;
        const pieces = parts(raw);
        side.parts.push(...pieces);
        side.pieces += pieces.length;
      }
      return start;
    });
    passages.forEach((passage, n) => {
      if (passage.generated) (starts[n] as [number, number])[1] += generated.tokens;
    });
    return {
      body: written.texts.join("\n"),
      generated: [...generated.texts, ...generated.parts].join("\n"),
      parts: written.parts.join("\n"),
      starts,
    };
  }
}
