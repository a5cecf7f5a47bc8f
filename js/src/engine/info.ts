import { Alphabet } from "../text/alphabet.ts";
import { type Kind, SearchError, type Status } from "../types.ts";
import type { IndexInfo, Labels, Lifts } from "./engine.ts";

/** The version of `schema.sql` that this program reads. */
const SCHEMA = 1;
/** Pages. */
const EVERYWHERE = 5000;
const STATUSES: readonly Status[] = ["active", "draft", "archived"];

/** A value of SQLite's. */
export type Value = number | string | Uint8Array | null;

/**
 * Reads the tables `meta` (key ► value) and `wiki` (rows of id, slug, title, position); `database.py` tells what stands
 * there. Throws a `SearchError` where the schema is another.
 */
export function readInfo(meta: ReadonlyMap<Value, Value>, wikis: readonly Value[][]): IndexInfo {
  if (meta.get("schema") !== SCHEMA) {
    const found = meta.get("schema");
    throw new SearchError("format", `the index has schema ${found}, this program reads ${SCHEMA}`);
  }
  const labels = meta.get("labels") as Uint8Array;
  const frequent = readFrequent(meta);
  return {
    pageCount: labels.length / 2,
    alphabet: new Alphabet(JSON.parse(meta.get("alphabet") as string)),
    labels: readLabels(labels),
    lifts: readLifts(meta),
    frequent: new Set(frequent.map(([term]) => term)),
    everywhere: new Set(frequent.filter(([, pages]) => pages > EVERYWHERE).map(([term]) => term)),
    wikis: new Map(
      wikis.map(([id, slug, title, position]) => [
        id as number,
        { slug: slug as string, title: title as string, position: position as number },
      ]),
    ),
  };
}

/** The terms that have rows in the table `frequent`, in the order of these, each with the number of its pages. */
function readFrequent(meta: ReadonlyMap<Value, Value>): [term: string, pages: number][] {
  return JSON.parse((meta.get("frequent") as string | undefined) ?? "[]");
}

/** A little-endian 16-bit number a page. */
function readLabels(bytes: Uint8Array): Labels {
  const bits = numbers(bytes);
  return {
    wiki: (page) => bits(page) & 0xfff,
    status: (page) => STATUSES[(bits(page) >> 12) & 3] as Status,
    kind: (page): Kind => (bits(page) & 0x4000 ? "auto" : "written"),
    hasGenerated: (page) => (bits(page) & 0x8000) !== 0,
  };
}

function readLifts(meta: ReadonlyMap<Value, Value>): Lifts {
  const boosts: Record<string, number> = JSON.parse((meta.get("boosts") as string | undefined) ?? "{}");
  const days = meta.get("days") as Uint8Array | null | undefined;
  const day = days?.length ? numbers(days) : undefined;
  return {
    boost: (page) => boosts[page] ?? 1,
    day: (page) => day?.(page) || undefined,
    recencyDays: (meta.get("recency_days") as number | undefined) ?? 0,
  };
}

function numbers(bytes: Uint8Array): (page: number) => number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (page) => view.getUint16(2 * (page - 1), true);
}
