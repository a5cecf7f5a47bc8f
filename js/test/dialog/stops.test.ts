import { expect, test } from "vitest";
import { firstStop, hitAt, hitId, hitsOf, nextStop, selectionIn, stopsOf } from "../../src/dialog/stops.ts";
import { group, hit } from "./answers.ts";

const groups = [
  group("help", [hit("a", 2), hit("b")], 9),
  group("tech", [hit("c")]),
  group("help", [hit("d")], 1, "auto"),
];

const ASKED = { shown: null, generatedOpen: false, query: {}, recent: ["jwt", "radio"] };

test("stops are results, further sections, what is left of a group, and the generated pages", () => {
  const closed = stopsOf({ ...ASKED, shown: { groups } });
  expect(closed).toEqual([
    "fts-hit-0-0-0",
    "fts-hit-0-0-1",
    "fts-hit-0-0-2",
    "fts-hit-0-1-0",
    "fts-more-0",
    "fts-hit-1-0-0",
    "fts-generated",
  ]);
  expect(stopsOf({ ...ASKED, shown: { groups }, generatedOpen: true })).toEqual([...closed, "fts-hit-2-0-0"]);
});

test("results stand in the order in which they are seen, the generated ones only where they are", () => {
  const titles = (generatedOpen: boolean) =>
    hitsOf({
      shown: { groups: [groups[2], groups[0], groups[1]].flatMap((each) => each ?? []) },
      generatedOpen,
    })
      .map(({ title }) => title)
      .join("");
  expect(titles(false)).toBe("abc");
  expect(titles(true)).toBe("abcd");
});

test("a result is found by its id and by those of its sections", () => {
  const at = (id: string | null) => hitAt({ shown: { groups } }, id)?.title;
  expect(["fts-hit-0-1-0", "fts-hit-0-0-2", "fts-hit-2-0-0"].map(at)).toEqual(["b", "a", "d"]);
  expect(["fts-more-0", "fts-generated", "fts-hit-9-0-0", null].map(at)).toEqual(Array(4).fill(undefined));
  expect(hitAt({ shown: null }, "fts-hit-0-0-0")).toBeUndefined();
});

test("before anything is asked, they are the recent searches", () => {
  expect(stopsOf({ ...ASKED, query: null })).toEqual(["fts-recent-0", "fts-recent-1"]);
});

test("without an answer there are none", () => {
  expect(stopsOf(ASKED)).toEqual([]);
});

test("steps stop at both ends", () => {
  const stops = ["a", "b", "c"];
  expect(nextStop(stops, "a", 1)).toBe("b");
  expect(nextStop(stops, "b", -1)).toBe("a");
  expect(nextStop(stops, "a", -1)).toBe("a");
  expect(nextStop(stops, "c", 1)).toBe("c");
});

test("a step from a stop that is gone leads to the first", () => {
  expect(nextStop(["a", "b"], "x", 1)).toBe("a");
  expect(nextStop([], "x", 1)).toBeNull();
});

test("the first result is selected first", () => {
  expect(firstStop(groups)).toBe("fts-hit-0-0-0");
  expect(firstStop([])).toBeNull();
});

test("a selection belongs to one hit, with its further sections", () => {
  const id = hitId(1, 2, 3);
  expect(selectionIn(id, 1, 2)).toBe(id);
  expect(selectionIn(id, 1, 23)).toBeNull();
  expect(selectionIn(hitId(1, 23), 1, 2)).toBeNull();
  expect(selectionIn(null, 1, 2)).toBeNull();
});
