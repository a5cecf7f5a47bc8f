/** Each language says all that English says, with the same placeholders and its own forms of numbers. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cannotLoad } from "../../src/dialog/cannot-load.ts";
import { LANGUAGES } from "../../src/dialog/languages.ts";
import { notFromDisk } from "../../src/dialog/not-from-disk.ts";
import { clearLabel } from "../../src/marks/label.ts";

type Tree = { [key: string]: string | Tree };

const folder = new URL("../../../mkdocs_fts/texts/", import.meta.url);
const languages = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.replace(".json", ""));
const read = (language: string): Tree =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folder), "utf8"));
const en = read("en");

const isPlural = (value: string | Tree): value is Record<string, string> =>
  typeof value === "object" && "other" in value;

/** Every text by its path. Of the forms of a number, one text for each form that any number can take. */
function flatten(tree: Tree, path = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] => {
    if (typeof value === "string") return [[path + key, value]];
    if (isPlural(value)) return Object.values(value).map((text) => [path + key, text]);
    return flatten(value, `${path}${key}.`);
  });
}

function plurals(tree: Tree): [string, string[]][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string[]][] =>
    isPlural(value) ? [[key, Object.keys(value)]] : [],
  );
}

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const english = new Map(flatten(en));

test("the dialog knows the languages that there are files of", () => {
  expect([...LANGUAGES].sort()).toEqual(languages.sort());
});

describe.each(languages)("%s", (language) => {
  const all = flatten(read(language));

  test("has each text of English, in its order, and no other", () => {
    expect([...new Map(all).keys()]).toEqual([...english.keys()]);
  });

  test("is spoken by the scripts that load no texts", () => {
    const { cannotLoad: sentence, clearMarks, notFromDisk: fromDisk } = read(language);
    expect(cannotLoad(language)).toBe(sentence);
    expect(notFromDisk(language)).toBe(fromDisk);
    expect(clearLabel(language)).toEqual({ text: clearMarks, language });
  });

  test("has no empty text, and none with space at its ends", () => {
    expect(all.filter(([, text]) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("has the placeholders of English in each text", () => {
    for (const [path, text] of all)
      expect([path, placeholders(text)]).toEqual([path, placeholders(english.get(path) ?? "")]);
  });

  test("has a form for every number below a million, or one for all", () => {
    const rules = new Intl.PluralRules(language);
    const used = [...new Set(Array.from({ length: 1001 }, (_, n) => rules.select(n)))].sort();
    for (const [key, forms] of plurals(read(language))) {
      if (forms.length > 1) expect([key, forms.sort()]).toEqual([key, used]);
      else expect([key, forms]).toEqual([key, ["other"]]);
    }
  });
});
