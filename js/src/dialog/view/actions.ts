/** What a reader can do in the dialog, apart from the keys of the combobox. */
export interface Actions {
  type(text: string): void;
  setDrafts(on: boolean): void;
  searchLiterally(): void;
  showMore(group: number): void;
  toggleGenerated(): void;
  select(id: string | null): void;
  /** A result was pressed; the link's own action follows unless it is prevented. */
  followed(event: MouseEvent): void;
  retry(): void;
  reload(): void;
  close(): void;
}
