import type { Answer, Group, Hit, Kind } from "../../src/types.ts";

/** A hit with `more` further sections. */
export function hit(name: string, more = 0): Hit {
  const section = { anchor: "", title: "" };
  return {
    url: `${name}/`,
    title: name,
    status: "active",
    kind: "written",
    trail: [],
    section,
    excerpt: [],
    more: Array.from({ length: more }, () => ({ section, excerpt: [] })),
    score: 1,
  };
}

export function group(wiki: string, hits: Hit[], total = hits.length, kind: Kind = "written"): Group {
  return { wiki, title: wiki.toUpperCase(), kind, total, hits };
}

export function answer(groups: Group[], others: Partial<Answer> = {}): Answer {
  const total = groups.reduce((sum, { total }) => sum + total, 0);
  return { ok: true, query: "", total, hidden: 0, relaxed: false, corrections: [], groups, ...others };
}
