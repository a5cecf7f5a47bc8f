import { expect, test } from "vitest";
import { isSamePage, sectionHref } from "../../src/dialog/links.ts";

const SITE = "https://example.org/docs/";

test("addresses are relative to the site's base, with the section's anchor", () => {
  expect(sectionHref("help/a/", "tokens", SITE)).toBe("https://example.org/docs/help/a/#tokens");
  expect(sectionHref("help/a/", "", SITE)).toBe("https://example.org/docs/help/a/");
  expect(sectionHref("", "", SITE)).toBe(SITE);
  expect(sectionHref("a.html", "größe", SITE)).toBe("https://example.org/docs/a.html#gr%C3%B6%C3%9Fe");
});

test("another section of the same page is the same page", () => {
  expect(isSamePage(`${SITE}a/#x`, `${SITE}a/`)).toBe(true);
  expect(isSamePage(`${SITE}a/#x`, `${SITE}a/index.html#y`)).toBe(true);
});

test("another path, query or host is another page", () => {
  expect(isSamePage(`${SITE}a/`, `${SITE}b/`)).toBe(false);
  expect(isSamePage(`${SITE}a/`, `${SITE}a/?q=x`)).toBe(false);
  expect(isSamePage(`${SITE}a/`, "https://example.com/docs/a/")).toBe(false);
});
