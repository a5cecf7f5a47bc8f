import type { State } from "../state.ts";

/** What a reader can do in the search, apart from the keys of the combobox. */
export interface Actions {
  type(text: string): void;
  setDrafts(on: boolean): void;
  setWiki(wiki: State["wiki"]): void;
  searchFor(text: string): void;
  /** Drops a recent search; without `text`, all of them. */
  forget(text?: string): void;
  searchLiterally(): void;
  showMore(group: number): void;
  toggleGenerated(): void;
  select(id: string | null): void;
  /** A section of a result was pressed; the link's own action follows unless it is prevented. */
  followed(event: MouseEvent, url: string, anchor: string): void;
  closeText(): void;
  /** The link to the search page was pressed; its own action follows unless it is prevented. */
  allResults(event: MouseEvent): void;
  retry(): void;
  reload(): void;
  close(): void;
}
