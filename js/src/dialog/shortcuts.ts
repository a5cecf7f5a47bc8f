/** Keyboard shortcuts as settings write them: `mod+k`, `/`, `ctrl+shift+f`. */

const MODIFIERS = ["ctrl", "meta", "alt", "shift"] as const;

export interface Shortcut {
  /** As `KeyboardEvent.key` gives it, in lower case. */
  key: string;
  /** Some of `MODIFIERS`. */
  modifiers: string[];
}

type KeyPress = Pick<
  KeyboardEvent,
  "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "getModifierState"
>;

/** `mod` is ⌘ on Apple platforms, elsewhere Ctrl. */
export function parseShortcut(text: string, apple: boolean): Shortcut {
  const modifiers = text
    .toLowerCase()
    .split("+")
    .map((part) => (part === "mod" ? (apple ? "meta" : "ctrl") : part));
  // "ctrl++" splits into an empty last part: the key is the plus sign itself.
  return { key: modifiers.pop() || "+", modifiers };
}

/**
 * Compares the character that the layout produces, never the key's place: "/" is Shift+: on AZERTY and Shift+7 on
 * QWERTZ, so Shift and AltGr may be held where they serve to write a sign.
 */
export function matchesShortcut({ key, modifiers }: Shortcut, press: KeyPress): boolean {
  const isSign = key.length === 1 && key === key.toUpperCase();
  // Windows reports AltGr as Ctrl and Alt held together.
  const altGr = press.getModifierState("AltGraph");
  return (
    press.key.toLowerCase() === key &&
    MODIFIERS.every((name) => {
      const held = press[`${name}Key`];
      const mayBeHeld = isSign && (name === "shift" || (altGr && name !== "meta"));
      return held === modifiers.includes(name) || (held && mayBeHeld);
    })
  );
}

/** A single character that would also be text: it must not act while the reader types. */
export function isCharacter({ key, modifiers }: Shortcut): boolean {
  return key.length === 1 && modifiers.every((name) => name === "shift");
}

/** Whether keys pressed on `target` are text for it. */
export function takesText(target: EventTarget | null | undefined): boolean {
  const { tagName, isContentEditable } = target as HTMLElement;
  return isContentEditable || /^(input|textarea|select)$/i.test(tagName);
}
