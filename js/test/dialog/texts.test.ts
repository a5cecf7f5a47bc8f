import { expect, test } from "vitest";
import { fill, override, texts } from "../../src/dialog/texts.ts";

test("counts take the form of their number and the language's digits", () => {
  const { messages, plural } = texts("en");
  expect([0, 1, 2, 1234].map((n) => plural(messages.results, n))).toEqual([
    "0 results",
    "1 result",
    "2 results",
    "1,234 results",
  ]);
});

test("a form that a language has for few numbers may be left to the general one", () => {
  const { plural } = texts("es");
  const forms = { one: "{n} resultado", other: "{n} resultados" };
  expect(new Intl.PluralRules("es").select(1_000_000)).toBe("many");
  expect(plural(forms, 1_000_000)).toBe("1.000.000 resultados");
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

test("texts are replaced one by one, in groups too, and the forms of a number together", () => {
  const { messages } = texts("en");
  const replaced = override(messages, {
    search: "Find",
    results: { other: "{n} pages" },
    failures: { network: { help: "Ask IT." } },
  });
  expect(replaced).toEqual({
    ...messages,
    search: "Find",
    results: { other: "{n} pages" },
    failures: { ...messages.failures, network: { ...messages.failures.network, help: "Ask IT." } },
  });
});
