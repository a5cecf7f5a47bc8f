import { expect, test } from "vitest";
import { Kept } from "../src/kept.ts";

test("keeps what was asked for last", () => {
  const kept = new Kept<string, number>(2);
  kept.set("one", 1);
  kept.set("two", 2);
  expect(kept.get("one")).toBe(1);
  kept.set("three", 3);
  expect(["one", "two", "three"].map((key) => kept.get(key))).toEqual([1, undefined, 3]);
});

test("forgets what it is told to", () => {
  const kept = new Kept<string, number>(3);
  for (const key of ["one", "two", "three"]) kept.set(key, 1);
  kept.delete("two");
  expect([kept.get("one"), kept.get("two")]).toEqual([1, undefined]);
  kept.clear();
  expect(kept.get("one")).toBeUndefined();
});
