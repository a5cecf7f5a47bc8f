import { expect, test } from "vitest";
import { commandOf, writes } from "../../src/dialog/keyboard.ts";

function press(key: string, others: Partial<KeyboardEvent> = {}) {
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  return { key, ...modifiers, isComposing: false, keyCode: 0, ...others };
}

test("arrows move and Enter opens", () => {
  expect(["ArrowDown", "ArrowUp", "Enter"].map((key) => commandOf(press(key)))).toEqual([
    "next",
    "previous",
    "open",
  ]);
});

test("keys that edit text stay with the input", () => {
  for (const key of ["Home", "End", "ArrowLeft", "ArrowRight", "a"])
    expect(commandOf(press(key))).toBeUndefined();
  expect(commandOf(press("ArrowUp", { shiftKey: true }))).toBeUndefined();
  expect(commandOf(press("ArrowDown", { altKey: true }))).toBeUndefined();
});

test("Enter keeps its modifiers, which ask for a new tab", () => {
  expect(commandOf(press("Enter", { ctrlKey: true }))).toBe("open");
});

test("an input method's keys are its own", () => {
  expect(commandOf(press("Enter", { isComposing: true }))).toBeUndefined();
  expect(commandOf(press("Enter", { keyCode: 229 }))).toBeUndefined();
  expect(commandOf(press("ArrowDown", { isComposing: true }))).toBeUndefined();
});

test("characters go on into the input, but not shortcuts, and not the space that presses a button", () => {
  expect(["a", "é", "/", "𝒳"].map((key) => writes(press(key)))).toEqual([true, true, true, true]);
  expect([" ", "Tab", "F5"].map((key) => writes(press(key)))).toEqual([false, false, false]);
  expect(writes(press("c", { ctrlKey: true }))).toBe(false);
});
