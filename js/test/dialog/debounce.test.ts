import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Debounce } from "../../src/dialog/debounce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorder() {
  const debounce = new Debounce(80);
  const ran: string[] = [];
  return { debounce, ran, run: (name: string) => debounce.run(() => ran.push(name)) };
}

test("the first job runs at once, of a burst then only the last", () => {
  const { run, ran } = recorder();
  run("j");
  run("jw");
  vi.advanceTimersByTime(50);
  run("jwt");
  vi.advanceTimersByTime(79);
  expect(ran).toEqual(["j"]);
  vi.advanceTimersByTime(1);
  expect(ran).toEqual(["j", "jwt"]);
});

test("after a pause a job runs at once again", () => {
  const { run, ran } = recorder();
  run("a");
  vi.advanceTimersByTime(80);
  run("b");
  expect(ran).toEqual(["a", "b"]);
});

test("a due job can be had early, and then runs once", () => {
  const { debounce, run, ran } = recorder();
  run("a");
  run("b");
  debounce.flush();
  vi.advanceTimersByTime(200);
  expect(ran).toEqual(["a", "b"]);
});

test("a cancelled job does not run", () => {
  const { debounce, run, ran } = recorder();
  run("a");
  run("b");
  debounce.cancel();
  vi.advanceTimersByTime(200);
  expect(ran).toEqual(["a"]);
});
