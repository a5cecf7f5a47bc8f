import { expect, test } from "vitest";
import { languageFolders, leadsToOtherLanguage } from "../../src/dialog/other-language.ts";

const SITE = "https://example.org/docs/";
const FOLDERS = [SITE, `${SITE}es/`, `${SITE}pt/`];

test.each(["", "guide/", "a/guide.html", "es/", "es/es/"])(
  "a page's translations tell the languages' folders: %s",
  (page) => {
    expect(languageFolders(FOLDERS.map((folder) => folder + page))).toEqual(FOLDERS);
  },
);

test("languages may all have folders of their own", () => {
  expect(languageFolders([`${SITE}en/a/`, `${SITE}es/a/`])).toEqual([`${SITE}en/`, `${SITE}es/`]);
});

test("a page in one language tells of none", () => {
  expect(languageFolders([])).toEqual([]);
  expect(languageFolders([SITE])).toEqual([]);
  expect(languageFolders([SITE, SITE])).toEqual([]);
});

test("a page's folder is its language", () => {
  const leads = (link: string, here: string) => leadsToOtherLanguage(SITE + link, SITE + here, FOLDERS);
  expect(leads("es/a/", "a/")).toBe(true);
  expect(leads("es/a/", "pt/a/")).toBe(true);
  expect(leads("es/a/", "es/")).toBe(false);
  expect(leads("b/", "a/")).toBe(false);
  expect(leads("estates/", "a/")).toBe(false);
});
