import { describe, expect, test, vi } from "vitest";
import de from "../../../mkdocs_fts/texts/de.json";
import en from "../../../mkdocs_fts/texts/en.json";
import es from "../../../mkdocs_fts/texts/es.json";
import pt from "../../../mkdocs_fts/texts/pt.json";
import zhHant from "../../../mkdocs_fts/texts/zh-Hant.json";
import { cannotLoad } from "../../src/dialog/cannot-load.ts";
import { Languages } from "../../src/dialog/languages.ts";
import { notFromDisk } from "../../src/dialog/not-from-disk.ts";
import { isSameLanguage } from "../../src/dialog/tags.ts";
import { clearLabel } from "../../src/marks/label.ts";
import type { TextOverrides } from "../../src/types.ts";

const files = { de, es, pt, "zh-Hant": zhHant };

/** Languages whose files are at hand, and which of them were loaded. */
function setUp(overrides?: TextOverrides) {
  const loaded: string[] = [];
  const languages = new Languages("/fts/", overrides, async (base, name) => {
    loaded.push(base + name);
    return files[name.replace("text-", "") as keyof typeof files] ?? { ...es, search: name };
  });
  return { languages, loaded };
}

describe("which language is spoken", () => {
  test.each([
    ["es", "es"],
    ["es-419", "es"],
    ["ES-mx", "es"],
    ["pt_BR", "pt"],
    ["pt-PT", "pt"],
    ["de-CH-1996", "de"],
    ["ja-JP", "ja"],
    ["zh", "zh"],
    ["zh_CN", "zh"],
    ["zh-Hans-HK", "zh"],
    ["zh-Hant", "zh-Hant"],
    ["zh_TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
  ])("%s loads %s", async (tag, name) => {
    const { languages, loaded } = setUp();
    expect((await languages.load(tag)).language).toBe(name);
    expect(loaded).toEqual([`/fts/text-${name}`]);
  });

  test.each(["en", "en_GB", "ca", "xx-YY", "", "english, please", "a_b"])("%j is English", async (tag) => {
    const { languages, loaded } = setUp();
    const { language, messages } = await languages.load(tag);
    expect([language, messages]).toEqual(["en", en]);
    expect(loaded).toEqual([]);
  });

  test("a file is asked for once", async () => {
    const { languages, loaded } = setUp();
    const [first, second] = await Promise.all([languages.load("es"), languages.load("es")]);
    expect(second).toBe(first);
    expect(loaded).toHaveLength(1);
  });
});

test("numbers and their forms follow the whole tag", async () => {
  const { languages } = setUp();
  const none = async (tag: string) => {
    const { messages, plural } = await languages.load(tag);
    return plural(messages.results, 0);
  };
  expect(await none("pt")).toBe("0 resultado");
  expect(await none("pt-PT")).toBe("0 resultados");
  expect((await languages.load("de")).number(1234.5)).toBe("1.234,5");
  expect((await languages.load("en-IN")).number(1234567)).toBe("12,34,567");
  expect((await languages.load("fa")).number(1234)).toBe("1,234");
});

describe("a site's own texts", () => {
  const overrides: TextOverrides = {
    "*": { search: "⌕", close: "×", failures: { network: { help: "Call 123." } } },
    es: { search: "Hallar" },
    "es-MX": { search: "Encontrar" },
    en: { submit: "Go" },
    ca: { search: "Cerca" },
  };

  test.each([
    ["es", "Hallar"],
    ["es-AR", "Hallar"],
    ["es-MX", "Encontrar"],
    ["de", "⌕"],
    ["en", "⌕"],
    ["nl", "⌕"],
    ["ca-ES", "Cerca"],
  ])("%s says %s: the exact tag before the language before every language", async (tag, search) => {
    const { messages } = await setUp(overrides).languages.load(tag);
    expect([messages.search, messages.close]).toEqual([search, "×"]);
    expect(messages.failures.network.help).toBe("Call 123.");
  });

  test("leave the others as they are", async () => {
    const { messages } = await setUp(overrides).languages.load("es");
    expect(messages.submit).toBe(es.submit);
    expect(messages.failures.network.what).toBe(es.failures.network.what);
    expect((await setUp(overrides).languages.load("nl")).messages.submit).toBe("Go");
  });

  test("may be in a language that there is no file of", async () => {
    const { languages, loaded } = setUp(overrides);
    const { language, messages, number } = await languages.load("ca-ES");
    expect([language, messages.submit, number(1234567)]).toEqual(["ca", en.submit, "1.234.567"]);
    expect(loaded).toEqual([]);
  });
});

test("a language that cannot be loaded is English until it can", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  let online = false;
  const overrides = { "*": { close: "×" }, es: { search: "Hallar" } };
  const languages = new Languages("/fts/", overrides, async () => {
    if (online) return es;
    throw new TypeError("Failed to fetch");
  });
  const { language, messages } = await languages.load("es");
  expect([language, messages]).toEqual(["en", { ...en, close: "×" }]);
  expect(warn).toHaveBeenCalledOnce();
  online = true;
  expect((await languages.load("es")).messages).toEqual({ ...es, close: "×", search: "Hallar" });
});

test("a site that cannot be searched from disk says so in the page's language", () => {
  expect(notFromDisk("es-419")).toBe(es.notFromDisk);
  expect(notFromDisk("nl")).toBe(en.notFromDisk);
  expect(notFromDisk("es", { "*": { notFromDisk: "!" } })).toBe("!");
});

describe("what the start script says", () => {
  test.each([
    ["es-419", es.cannotLoad],
    ["zh_TW", zhHant.cannotLoad],
    ["en-GB", en.cannotLoad],
    ["nl", en.cannotLoad],
    ["", en.cannotLoad],
  ])("in %j", (tag, sentence) => {
    expect(cannotLoad(tag)).toBe(sentence);
  });

  test("may be the site's own", () => {
    const overrides = { "*": { cannotLoad: "!" }, es: { cannotLoad: "¡!" } };
    expect(["es-MX", "de", "nl"].map((tag) => cannotLoad(tag, overrides))).toEqual(["¡!", "!", "!"]);
    expect(cannotLoad("es", { de: overrides.es })).toBe(es.cannotLoad);
  });
});

test("the button for the marks says in which language it speaks", () => {
  const overrides = { "*": { clearMarks: "×" }, ca: { clearMarks: "Neteja" } };
  expect(clearLabel("pt_BR")).toEqual({ text: pt.clearMarks, language: "pt" });
  expect(clearLabel("nl")).toEqual({ text: en.clearMarks, language: "en" });
  expect(clearLabel("ca-ES", overrides)).toEqual({ text: "Neteja", language: "ca" });
  expect(clearLabel("es", overrides)).toEqual({ text: "×", language: "es" });
});

test("tags are of one language whatever their region", () => {
  expect(isSameLanguage("zh-Hant", "ZH_tw")).toBe(true);
  expect(isSameLanguage("en", "enm")).toBe(false);
  expect(isSameLanguage("en", "")).toBe(false);
});
