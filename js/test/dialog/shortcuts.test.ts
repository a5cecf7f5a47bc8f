import { describe, expect, test } from "vitest";
import { isCharacter, matchesShortcut, parseShortcut, takesText } from "../../src/dialog/shortcuts.ts";

const HELD = { ctrl: "ctrlKey", meta: "metaKey", alt: "altKey", shift: "shiftKey" } as const;

function press(key: string, ...held: (keyof typeof HELD | "altGr")[]) {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  for (const name of held) if (name !== "altGr") modifiers[HELD[name]] = true;
  const getModifierState = (name: string) => name === "AltGraph" && held.includes("altGr");
  return { key, ...modifiers, getModifierState };
}

function matches(shortcut: string, pressed: ReturnType<typeof press>, apple = false) {
  return matchesShortcut(parseShortcut(shortcut, apple), pressed);
}

describe("a shortcut with modifiers", () => {
  test("mod is Ctrl, and ⌘ on Apple platforms", () => {
    expect(matches("mod+k", press("k", "ctrl"))).toBe(true);
    expect(matches("mod+k", press("k", "meta"))).toBe(false);
    expect(matches("mod+k", press("k", "meta"), true)).toBe(true);
    expect(matches("mod+k", press("k", "ctrl"), true)).toBe(false);
  });

  test("needs exactly its modifiers", () => {
    expect(matches("ctrl+shift+f", press("F", "ctrl", "shift"))).toBe(true);
    expect(matches("ctrl+shift+f", press("f", "ctrl"))).toBe(false);
    expect(matches("mod+k", press("K", "ctrl", "shift"))).toBe(false);
    expect(matches("mod+k", press("k", "ctrl", "alt"))).toBe(false);
  });

  test("works while Caps Lock is on", () => {
    expect(matches("mod+k", press("K", "ctrl"))).toBe(true);
  });

  test("can have the plus sign for its key", () => {
    expect(matches("ctrl++", press("+", "ctrl"))).toBe(true);
    expect(matches("+", press("+", "shift"))).toBe(true);
  });
});

describe("a sign", () => {
  test("is met by the character, whatever the layout needs to write it", () => {
    expect(matches("/", press("/"))).toBe(true);
    expect(matches("/", press("/", "shift"))).toBe(true);
    expect(matches("/", press(":", "shift"))).toBe(false);
  });

  test("may be written with AltGr, which Windows reports as Ctrl and Alt", () => {
    expect(matches("@", press("@", "ctrl", "alt", "altGr"))).toBe(true);
    expect(matches("@", press("@", "ctrl", "alt"))).toBe(false);
  });

  test("is not met together with Ctrl or ⌘", () => {
    expect(matches("/", press("/", "ctrl"))).toBe(false);
    expect(matches("/", press("/", "meta"))).toBe(false);
  });
});

test("a shortcut that is also text is told from one that is not", () => {
  const isText = (text: string) => isCharacter(parseShortcut(text, false));
  expect(["/", "s", "shift+s"].map(isText)).toEqual([true, true, true]);
  expect(["mod+k", "alt+s", "F3"].map(isText)).toEqual([false, false, false]);
});

test("fields and editable text take keys as text, other elements do not", () => {
  const element = (tagName: string, isContentEditable = false) =>
    ({ tagName, isContentEditable }) as unknown as EventTarget;
  expect(["INPUT", "TEXTAREA", "SELECT"].map((name) => takesText(element(name)))).toEqual([true, true, true]);
  expect(takesText(element("DIV", true))).toBe(true);
  expect(takesText(element("BUTTON"))).toBe(false);
  expect(takesText({} as EventTarget)).toBe(false);
});
