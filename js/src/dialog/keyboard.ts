/** What a key asks of the dialog. */
export type Command = "next" | "previous" | "open";

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "isComposing" | "keyCode"
>;

/** While an input method composes, its keys are its own. Safari ends the composition before Enter: code 229 tells. */
export function isComposing(press: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  return press.isComposing || press.keyCode === 229;
}

/** Home, End and the arrows with a modifier stay text editing. Enter keeps its modifiers: they open a new tab. */
export function commandOf(press: KeyPress): Command | undefined {
  if (isComposing(press)) return undefined;
  if (press.key === "Enter") return "open";
  if (press.ctrlKey || press.metaKey || press.altKey || press.shiftKey) return undefined;
  if (press.key === "ArrowDown") return "next";
  if (press.key === "ArrowUp") return "previous";
  return undefined;
}

/** A key that writes a character, so that typing can go on in the input wherever the focus is. */
export function writes(press: KeyPress): boolean {
  const modified = press.ctrlKey || press.metaKey || press.altKey;
  return !modified && !isComposing(press) && press.key !== " " && [...press.key].length === 1;
}

/** Whether a press on a link asks for a new tab, a new window or a download: that is for the browser. */
export function opensElsewhere({
  ctrlKey,
  metaKey,
  shiftKey,
  altKey,
}: Pick<MouseEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey">): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
