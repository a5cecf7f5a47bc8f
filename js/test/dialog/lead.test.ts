import { expect, test } from "vitest";
import { withShortLead } from "../../src/dialog/lead.ts";

/** As a reader sees it, with the marks in brackets. */
function shown(lead: string, most: number): string {
  const excerpt = [
    { text: lead, mark: false },
    { text: "valve", mark: true },
    { text: " and the ring …", mark: false },
  ];
  return withShortLead(excerpt, most)
    .map(({ text, mark }) => (mark ? `[${text}]` : text))
    .join("");
}

test("before the first mark whole words stand, as many as there is room for", () => {
  expect(shown("… nobody has to look at the old ", 8)).toBe("… the old [valve] and the ring …");
  expect(shown("… nobody has to look at the old ", 7)).toBe("… old [valve] and the ring …");
  expect(shown("… nobody has to look at the ", 3)).toBe("… [valve] and the ring …");
});

test("what has room stays as it is", () => {
  expect(shown("Of the ", 7)).toBe("Of the [valve] and the ring …");
  expect(shown("", 7)).toBe("[valve] and the ring …");
  expect(shown("… nobody has to look at the ", Number.POSITIVE_INFINITY)).toMatch(/^… nobody/);
});

test("a text without spaces is cut between characters", () => {
  expect(shown("维护人员检查旧的𠮷", 4)).toBe("…查旧的𠮷[valve] and the ring …");
});

test("an excerpt without a mark stays as it is", () => {
  const excerpt = [{ text: "Nobody has to look at it.", mark: false }];
  expect(withShortLead(excerpt, 5)).toEqual(excerpt);
});
