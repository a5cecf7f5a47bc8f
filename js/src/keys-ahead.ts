/**
 * Keeps what is typed between the press that opens the dialog and the moment when it is there: else the keys would be lost,
 * or be shortcuts of the theme, such as "p" for the previous page.
 */

/** What was typed; null while keys go where they always go. */
let typed: string | null = null;

export function beginKeeping(): void {
  typed ??= "";
}

/** Returns what was typed, and ends. */
export function takeKept(): string {
  const text = typed ?? "";
  typed = null;
  return text;
}

/** Whether a key press is kept, and so shall have no other effect. */
export function keeps({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (key === "Escape") typed = null;
  if (typed === null || ctrlKey || metaKey || altKey) return false;
  if (key === "Backspace") typed = typed.replace(/.$/u, "");
  else if (/^.$/u.test(key)) typed += key;
  else return key === "Enter";
  return true;
}
