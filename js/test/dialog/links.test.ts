import { expect, test } from "vitest";
import { askedBy, isSamePage, isText, searchPageHref, sectionHref } from "../../src/dialog/links.ts";

const SITE = "https://example.org/docs/";

test("addresses are relative to the site's base, with the section's anchor", () => {
  expect(sectionHref("help/a/", "tokens", SITE)).toBe("https://example.org/docs/help/a/#tokens");
  expect(sectionHref("help/a/", "", SITE)).toBe("https://example.org/docs/help/a/");
  expect(sectionHref("", "", SITE)).toBe(SITE);
  expect(sectionHref("a.html", "größe", SITE)).toBe("https://example.org/docs/a.html#gr%C3%B6%C3%9Fe");
});

test("the words to mark go before the section", () => {
  expect(sectionHref("a/", "x", SITE, 'jwt "two words"')).toBe(`${SITE}a/?h=jwt+%22two+words%22#x`);
});

test("from disk, where a folder's address shows the folder, the page's file is named", () => {
  const site = "file:///home/me/my%20site/";
  expect(sectionHref("help/a/", "tokens", site)).toBe(`${site}help/a/index.html#tokens`);
  expect(sectionHref("", "", site)).toBe(`${site}index.html`);
  expect(sectionHref("a.html", "", site)).toBe(`${site}a.html`);
  expect(isSamePage(`${site}index.html#x`, `${site}index.html`)).toBe(true);
});

test("another section of the same page is the same page", () => {
  expect(isSamePage(`${SITE}a/#x`, `${SITE}a/`)).toBe(true);
  expect(isSamePage(`${SITE}a/#x`, `${SITE}a/index.html#y`)).toBe(true);
});

test("words to mark do not make another page", () => {
  expect(isSamePage(`${SITE}a/?h=jwt#x`, `${SITE}a/`)).toBe(true);
  expect(isSamePage(`${SITE}a/?q=x&h=jwt`, `${SITE}a/?q=x`)).toBe(true);
});

test("another path, query or host is another page", () => {
  expect(isSamePage(`${SITE}a/`, `${SITE}b/`)).toBe(false);
  expect(isSamePage(`${SITE}a/`, `${SITE}a/?q=x`)).toBe(false);
  expect(isSamePage(`${SITE}a/`, "https://example.com/docs/a/")).toBe(false);
});

test("an address of the search page says what is asked, and nothing that is not", () => {
  const page = `${SITE}search.html`;
  const asked = { text: "C++ & more", drafts: true, wiki: "help", opened: null };
  const href = searchPageHref(page, asked);
  expect(href).toBe(`${page}?q=C%2B%2B+%26+more&drafts=1&wiki=help`);
  expect(askedBy(href)).toEqual(asked);
  expect(searchPageHref(href, { text: "", drafts: false, wiki: null, opened: null })).toBe(page);
  expect(askedBy(page)).toEqual({ text: "", drafts: false, wiki: null, opened: null });
});

test("an address of the search page names a text, and the index knows it by the same URL", () => {
  // Quoted by Python's `urllib.parse.quote`: log/a b&c+d (é) it's*!~.md
  const opened = "search.html?open=log/a%20b%26c%2Bd%20%28%C3%A9%29%20it%27s%2A%21~.md";
  expect(isText(opened)).toBe(true);
  expect(isText("search.html")).toBe(false);
  const asked = { text: "jwt", drafts: false, wiki: null, opened };
  const href = searchPageHref(`${SITE}search.html?open=other.md`, asked);
  expect(new URL(href).searchParams.get("open")).toBe("log/a b&c+d (é) it's*!~.md");
  expect(askedBy(`${href}#tokens`)).toEqual(asked);
  expect(askedBy(sectionHref(opened, "tokens", SITE, "jwt"))).toMatchObject({ text: "", opened });
  expect(searchPageHref(href, { ...asked, opened: null })).toBe(`${SITE}search.html?q=jwt`);
});
