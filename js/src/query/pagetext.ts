import type { Engine, PassageRow } from "../engine/engine.ts";
import type { PageText } from "../types.ts";

/** The text of a page; null where there is none with this URL. Rejects as the engine does. */
export async function pageText(engine: Engine, url: string): Promise<PageText | null> {
  const page = await engine.pageAt(url);
  if (!page) return null;
  const ids = (await engine.starts([page.id])).map(({ id }) => id).sort((a, b) => a - b);
  const rows = new Map((await engine.passages(ids)).map((row) => [row.id, row]));
  const parts = ids
    .map((id) => withoutHeading(rows.get(id) as PassageRow))
    .map(({ anchor, title, level, text }) => ({ anchor, title, level, text }));
  return { url: page.url, title: page.title, trail: page.trail, parts };
}

/** The heading is told by itself. */
export function withoutHeading(row: PassageRow): PassageRow {
  if (!row.level) return row;
  const end = row.text.indexOf("\n");
  return { ...row, text: end < 0 ? "" : row.text.slice(end + 1) };
}
