import type { Engine } from "../engine/engine.ts";
import type { Hit, Kind, Passages } from "../types.ts";
import { heads, passages } from "./describe.ts";
import { COLUMNS, within } from "./expression.ts";
import { type ParsedQuery, parse } from "./parse.ts";
import { type Found, find, NOTHING, planFor } from "./steps.ts";

const WRITTEN_COLUMNS = COLUMNS.filter((column) => column !== "generated");

type KindOf = (page: number) => Kind;

/** What a query finds, whichever part of it is asked for. What has been read of the pages is kept, and read once. */
export class Finding {
  readonly #heads = new Map<number, Hit>();
  readonly #passages = new Map<number, Passages>();
  readonly #pages = new Map<string, number>();

  private constructor(
    readonly query: string,
    readonly parsed: ParsedQuery,
    readonly found: Found,
    readonly kindOf: KindOf,
  ) {}

  /** Every input has one; what rejects are failures of the engine. */
  static async of(engine: Engine, query: string, typing?: boolean): Promise<Finding> {
    const parsed = parse(query, typing);
    const wanted = await planFor(engine, parsed);
    const found = wanted ? await find(engine, wanted) : NOTHING;
    return new Finding(query, parsed, found, await kinds(engine, found));
  }

  /** Hits of the given pages, without their passages. */
  async heads(engine: Engine, pages: readonly number[]): Promise<ReadonlyMap<number, Hit>> {
    const unread = pages.filter((page) => !this.#heads.has(page));
    for (const [page, hit] of await heads(engine, await engine.info(), this.found, unread)) {
      this.#heads.set(page, hit);
      this.#pages.set(hit.url, page);
    }
    return this.#heads;
  }

  /** What is shown of the text of the given pages. */
  async passages(engine: Engine, pages: readonly number[]): Promise<ReadonlyMap<number, Passages>> {
    const unread = pages.filter((page) => !this.#passages.has(page));
    for (const [page, read] of await passages(engine, await engine.info(), this.found, unread)) {
      this.#passages.set(page, read);
    }
    return this.#passages;
  }

  /** The page of a hit that was given. */
  pageAt(url: string): number | undefined {
    return this.#pages.get(url);
  }
}

/** Of which kind each match is: a written page that matches only with the help of its generated blocks is `auto`. */
async function kinds(engine: Engine, { expression, scores }: Found): Promise<KindOf> {
  const { labels } = await engine.info();
  if (!expression) return labels.kind; // a relaxed search: no page is told by its generated blocks alone
  const written = within(expression, WRITTEN_COLUMNS);
  const mixed = [...scores.keys()].some((page) => labels.hasGenerated(page));
  const inWritten = new Set(mixed && written ? (await engine.match(written)).map(({ page }) => page) : []);
  return (page) => (labels.hasGenerated(page) && !inWritten.has(page) ? "auto" : labels.kind(page));
}
