import { expect, test } from "vitest";
import { cannotLoad, fill, texts } from "../../src/dialog/texts.ts";

test("counts take the form of their number and the language's digits", () => {
  const { messages, plural } = texts("en");
  expect([0, 1, 2, 1234].map((n) => plural(messages.results, n))).toEqual([
    "0 results",
    "1 result",
    "2 results",
    "1,234 results",
  ]);
});

test("other values are put in too", () => {
  const { messages, plural } = texts("en");
  expect(plural(messages.showMore, 7, { wiki: "Help" })).toBe("Show 7 more in Help");
});

test("a value may be an element, and a value with braces is not a template", () => {
  const element = { b: 1 };
  expect(fill("Showing {query}.", { query: element })).toEqual(["Showing ", element, "."]);
  expect(fill("{query}", { query: "{n}" })).toEqual(["{n}"]);
});

test.each(["en-GB", "pt_BR", "xx", ""])("locale %j has texts", (locale) => {
  expect(texts(locale).messages.search).not.toBe("");
  expect(cannotLoad(locale)).not.toBe("");
});
