import { Kept } from "../../kept.ts";
import type { Chunks } from "../../pages/chunks.ts";
import { COLUMNS, type Column, type Expression, type Phrase } from "../../query/expression.ts";
import { isShort } from "../../query/plan.ts";
import {
  BROAD_LEAVES,
  type Engine,
  type IndexInfo,
  type Match,
  type Occurrence,
  type PageRow,
  type PassageRow,
  type Start,
  type Term,
  type TermRow,
} from "../engine.ts";
import { blocksOf, type Head, Heads } from "../heads.ts";
import { readInfo, type Value } from "../info.ts";
import { BTree, type Row } from "./btree.ts";
import { Cursor } from "./bytes.ts";
import { FrequentPostings } from "./frequent.ts";
import { Leaves } from "./leaves.ts";
import { everyPhrase, pagesOf, phrasePostings, resolve, score } from "./match.ts";
import { Pages } from "./pages.ts";
import { columnOf, offsetOf, TermPostings, type TokenPostings } from "./postings.ts";
import { Fts5Index } from "./segments.ts";
import { Terms } from "./terms.ts";
import { whenNeeded } from "./when-needed.ts";

/** How many terms' postings are kept: those of a search are asked for several times, and of the next while typing. */
const KEPT_TERMS = 64;
/** The row of `frequent` that has the sizes of all pages. */
const SIZES = 0;
/** The share of pages from which on these take less to read than one by one. */
const MANY = 0.02;
/** How many blocks of pages are kept unpacked: those of a search are asked for twice, and pages of one block often. */
const KEPT_BLOCKS = 128;

/**
 * Reads the published database itself, without WebAssembly. Rejects with a `SearchError`.
 *
 * @param shortcuts without them it reads what SQLite has to, and not what was written for it alone: counts of the terms that
 * stand nearly everywhere, and the sizes of all pages
 */
export async function openReader(chunks: Chunks, { shortcuts = true } = {}): Promise<Engine> {
  const pages = await Pages.open(chunks);
  const schema = await new BTree(pages, 1).all();
  const roots = new Map(schema.map(({ values: [, name, , root] }) => [name, root as number]));
  const trees = new Map<string, BTree>();
  const tree = (name: string) => {
    const root = roots.get(name) as number;
    const leaves = chunks.leaves.get(root);
    const found = trees.get(name) ?? new BTree(pages, root, leaves && new Leaves(leaves));
    trees.set(name, found);
    return found;
  };
  const [meta, wikis] = await Promise.all([tree("meta").range(() => 0), tree("wiki").all()]);
  const settings = new Map(meta.map(([key, value]) => [key ?? null, value ?? null]));
  const marks = settings.get("marks") as Uint8Array | undefined;
  const index = await Fts5Index.open(tree("page_fts_data"), tree("page_fts_idx"), marks);
  if (!shortcuts) for (const key of ["frequent", "sizes"]) settings.delete(key);
  return new Reader(tree, index, settings, wikis, chunks.heads);
}

class Reader implements Engine {
  readonly #info: IndexInfo;
  readonly #weights: number[];
  readonly #tree: (name: string) => BTree;
  readonly #index: Fts5Index;
  readonly #terms: Terms;
  readonly #titles: () => Promise<Fts5Index>;
  readonly #known = new Kept<string, Promise<TokenPostings>>(KEPT_TERMS);
  /** The heads of all pages, if they came together. */
  readonly #allHeads: () => Promise<Heads | undefined>;
  readonly #blocks = new Kept<number, Heads>(KEPT_BLOCKS);
  /** Terms that stand nearly everywhere ► the row of `frequent`. */
  readonly #frequent: ReadonlyMap<string, number>;
  /** Page ► its tokens in all columns. On a large site they are read as they are needed. */
  readonly #sizes = new Map<number, number>();
  /** Reads those of all pages, if they are told together. */
  readonly #readAllSizes: () => Promise<boolean>;

  constructor(
    tree: (name: string) => BTree,
    index: Fts5Index,
    meta: ReadonlyMap<Value, Value>,
    wikis: readonly Row[],
    heads: Chunks["heads"],
  ) {
    this.#tree = tree;
    this.#allHeads = whenNeeded(async () => heads && Heads.ofAll(...heads));
    this.#index = index;
    this.#terms = new Terms(tree);
    this.#titles = whenNeeded(() => Fts5Index.open(tree("title_fts_data"), tree("title_fts_idx")));
    this.#weights = JSON.parse(meta.get("weights") as string);
    const inOrder = wikis.map(({ id, values }) => [id, ...values.slice(1)]);
    inOrder.sort((a, b) => (a[3] as number) - (b[3] as number) || (a[0] as number) - (b[0] as number));
    this.#info = readInfo(meta, inOrder);
    // Its rows are in the order of the terms.
    const frequent = index.isWhole ? [...this.#info.frequent] : [];
    this.#frequent = new Map(frequent.map((term, n) => [term, n + 1]));
    this.#takeSizes((meta.get("sizes") ?? new Uint8Array()) as Uint8Array);
    this.#readAllSizes = whenNeeded(async () => {
      const [row] = meta.has("frequent") ? await tree("frequent").rows([SIZES]) : [];
      if (row) this.#takeSizes(row.values[1] as Uint8Array);
      return row !== undefined;
    });
  }

  async info(): Promise<IndexInfo> {
    return this.#info;
  }

  async match(expression: Expression): Promise<Match[]> {
    const phrases = await Promise.all(
      everyPhrase(expression).map(async (phrase) => {
        const { tokens, prefix } = phrase;
        const last = tokens.length - 1;
        const inTitles = isInTitles(phrase) && (await this.#isCommon(phrase));
        const postings = tokens.map((token, n) => this.#postings(token, prefix && n === last, inTitles));
        return [phrase, await phrasePostings(phrase, await Promise.all(postings))] as const;
      }),
    );
    const found = resolve(expression, new Map(phrases));
    await this.#readSizes(pagesOf(found));
    return score(found, this.#weights, this.#index.totals, this.#sizes);
  }

  async occurrences(terms: readonly Term[], pages: readonly number[]): Promise<Occurrence[]> {
    if (!pages.length) return [];
    const postings = await Promise.all(
      terms.map(async ({ token, prefix }) => {
        const found = await this.#postings(token, prefix);
        await found.load?.(pages);
        return found;
      }),
    );
    return postings.flatMap((found, term) =>
      [...new Set(pages)].flatMap((page) =>
        found.positions(page).map((position) => ({
          page,
          column: COLUMNS[columnOf(position)] as Column,
          offset: offsetOf(position),
          term,
        })),
      ),
    );
  }

  async pages(ids: readonly number[]): Promise<PageRow[]> {
    return this.#heads(ids);
  }

  async pageAt(url: string): Promise<PageRow | undefined> {
    const all = await this.#allHeads();
    const blocks = all ? [all] : (await this.#tree("head").all()).map(toHeads);
    return blocks.flatMap((heads) => heads.all()).find((page) => page.url === url);
  }

  async starts(pages: readonly number[]): Promise<Start[]> {
    return (await this.#heads(pages)).flatMap(({ starts }) => starts);
  }

  /** In the order of pages. */
  async #heads(pages: readonly number[]): Promise<Head[]> {
    const all = await this.#allHeads();
    if (all) return all.of(pages);
    const rows = await this.#tree("head").rows(blocksOf(pages));
    return rows.flatMap((row) => {
      const heads = this.#blocks.get(row.id) ?? toHeads(row);
      this.#blocks.set(row.id, heads);
      return heads.of(pages);
    });
  }

  async passages(ids: readonly number[]): Promise<PassageRow[]> {
    return (await this.#tree("section").rows(ids)).map(({ id, values }) => ({
      id,
      anchor: values[3] as string,
      title: values[4] as string,
      level: values[5] as number,
      text: values[9] as string,
    }));
  }

  termsWithAll(grams: readonly string[]): Promise<TermRow[]> {
    return this.#terms.having(grams, grams.length);
  }

  termsWithSome(grams: readonly string[], atLeast: number): Promise<TermRow[]> {
    return this.#terms.having(grams, atLeast);
  }

  close(): void {
    this.#known.clear();
    this.#blocks.clear();
  }

  async broad(prefixes: readonly string[]): Promise<Set<string>> {
    const leaves = await Promise.all(prefixes.map((prefix) => this.#index.leaves(prefix)));
    return new Set(prefixes.filter((_, n) => (leaves[n] as number) > BROAD_LEAVES));
  }

  /** Whether the postings of one of its words, or of the beginning of one, are a large part of the index. */
  async #isCommon({ tokens, prefix }: Phrase): Promise<boolean> {
    const last = tokens.at(-1) as string;
    if (tokens.some((token, n) => !(prefix && n === tokens.length - 1) && this.#frequent.has(token)))
      return true;
    return prefix && (isShort(last) || (await this.broad([last])).size > 0);
  }

  /** @param inTitles only the title will be asked for: the index of the titles alone has it too. */
  #postings(token: string, prefix: boolean, inTitles = false): Promise<TokenPostings> {
    const key = `${inTitles ? "title:" : ""}${prefix ? "*" : "="}${token}`;
    const found = this.#known.get(key) ?? this.#readPostings(token, prefix, inTitles);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }

  async #readPostings(token: string, prefix: boolean, inTitles: boolean): Promise<TokenPostings> {
    const id = prefix || inTitles ? undefined : this.#frequent.get(token);
    const [row] = id === undefined ? [] : await this.#tree("frequent").rows([id]);
    if (row) {
      const [, counts, leaves] = row.values;
      return new FrequentPostings(counts as Uint8Array, leaves as Uint8Array, (...part) =>
        this.#index.part(token, ...part),
      );
    }
    const index = inTitles ? await this.#titles() : this.#index;
    return new TermPostings(await index.find(token, prefix));
  }

  #takeSizes(packed: Uint8Array): void {
    const sizes = new Cursor(packed);
    for (let page = 1; sizes.at < packed.length; page++) this.#sizes.set(page, sizes.varint());
  }

  async #readSizes(pages: readonly number[]): Promise<void> {
    const unknown = pages.filter((page) => !this.#sizes.has(page));
    if (unknown.length > MANY * this.#info.pageCount && (await this.#readAllSizes())) return;
    for (const { id, values } of await this.#tree("page_fts_docsize").rows(unknown)) {
      const cursor = new Cursor(values[1] as Uint8Array);
      let size = 0;
      while (cursor.at < cursor.bytes.length) size += cursor.varint();
      this.#sizes.set(id, size);
    }
  }
}

function isInTitles({ columns }: Phrase): boolean {
  return columns?.length === 1 && columns[0] === "title";
}

function toHeads({ id, values: [, first, heads, starts] }: Row): Heads {
  return Heads.ofBlock(id, first as number, heads as string, starts as Uint8Array);
}
