import { describe, expect, test } from "vitest";
import { EXCERPT_CHARS, excerpt, findMarks } from "../src/query/excerpt.ts";
import { type Phrase, phrases } from "../src/query/expression.ts";
import { parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import type { Fragment } from "../src/types.ts";
import { alphabetOf } from "./support/alphabet.ts";
import { Random } from "./support/random.ts";

const alphabet = await alphabetOf("áéçãÇÃ日本語検索株式会社のをカガ𠮷🤔👍a\u0301½⁄ﬃ한국어");

/** The excerpt of a text for a query. */
function cut(text: string, query: string, typing = false): Fragment[] {
  const wanted = plan(parse(query, typing), alphabet);
  const expressions = wanted ? [wanted.filter, ...wanted.boosts.map(({ expression }) => expression)] : [];
  return excerpt(text, expressions.flatMap(phrases), alphabet);
}

const joined = (fragments: Fragment[]) => fragments.map(({ text }) => text).join("");
const marked = (fragments: Fragment[]) => fragments.filter(({ mark }) => mark).map(({ text }) => text);
const marks = (text: string, query: string, typing = false) => marked(cut(text, query, typing));

/** One half of a character beyond the BMP. */
const HALF = /\p{Surrogate}/u;

const FILLER = "lorem ipsum dolor sit amet consectetur ".repeat(20);

describe("what is marked", () => {
  test("words, whatever their case and accents", () => {
    expect(marks("Configuração da configuracao e CONFIGURAÇÃO", "configuração")).toEqual([
      "Configuração",
      "configuracao",
      "CONFIGURAÇÃO",
    ]);
    expect(marks("un cafe\u0301 y más", "cafe")).toEqual(["cafe\u0301"]);
  });

  test("whole words only, but words with the prefix while typing", () => {
    expect(marks("index indexes reindex", "index")).toEqual(["index"]);
    expect(marks("index, the indexes, reindex", "index", true)).toEqual(["index", "indexes"]);
  });

  test("a phrase as one, its words only where they stand together", () => {
    expect(marks("a search index, an index to search", '"search index"')).toEqual(["search index"]);
    expect(marks("call client.fetch_all(url) or fetch", "client.fetch_all")).toEqual(["client.fetch_all"]);
  });

  test("the words of a query one by one, and joined where they stand side by side", () => {
    expect(marks("raw data: the data is raw", "raw data")).toEqual(["raw data", "data", "raw"]);
  });

  test("an identifier by its parts", () => {
    expect(marks("calls sendRawTransaction here", "raw")).toEqual(["sendRawTransaction"]);
    expect(marks("calls sendRawTransaction here", "rawTrans*")).toEqual(["sendRawTransaction"]);
    expect(marks("calls sendRawTransaction here", '"raw transaction"')).toEqual(["sendRawTransaction"]);
    expect(marks("calls sendRawTransaction here", "transaction.raw")).toEqual([]);
  });

  test("words in scripts without spaces", () => {
    expect(marks("全文検索エンジンと検索", "検索")).toEqual(["検索", "検索"]);
    expect(marks("𠮷野家の𠮷", "𠮷")).toEqual(["𠮷", "𠮷"]);
  });

  test("a character that stands for several tokens, once", () => {
    expect(marks("㍿ and ½ cup", "会社")).toEqual(["㍿"]);
    expect(cut("take ½ cup", "1 OR 2")).toEqual([
      { text: "take ", mark: false },
      { text: "½", mark: true },
      { text: " cup", mark: false },
    ]);
    expect(marks("oﬃce", "office")).toEqual(["oﬃce"]);
    const found = ["1", "2"].map((token): Phrase => ({ op: "phrase", tokens: [token], prefix: false }));
    expect(findMarks("take ½ cup", found, alphabet)).toHaveLength(1);
  });

  test("nothing of what is excluded, and nothing without a match", () => {
    expect(marks("one two", "one -title:two")).toEqual(["one"]);
    expect(marks("one two", "three")).toEqual([]);
  });

  test("is text, never markup", () => {
    expect(joined(cut("<b>one</b> & two", "one"))).toBe("<b>one</b> & two");
  });
});

describe("where an excerpt is cut", () => {
  test("a short text is shown whole, with its white space folded", () => {
    expect(joined(cut("one\n\n  two\tthree", "two"))).toBe("one two three");
  });

  test("a long text is cut at words, and the cuts are shown", () => {
    const text = `${FILLER}needle ${FILLER}`;
    const shown = joined(cut(text, "needle"));
    expect(shown).toMatch(/^… \S.*needle.*\S …$/);
    const words = shown.slice(2, -2).split(" ");
    expect(text.split(" ")).toEqual(expect.arrayContaining(words));
  });

  test("the beginning and the end of the text have no ellipsis", () => {
    expect(joined(cut(`needle ${FILLER}`, "needle"))).toMatch(/^needle.* …$/);
    expect(joined(cut(`${FILLER}needle`, "needle"))).toMatch(/^… .*needle$/);
    expect(joined(cut(FILLER, "absent"))).toMatch(/^lorem.* …$/);
  });

  test("an ellipsis is not taken for a match", () => {
    const long = "needle ".repeat(60).trim();
    const fragments = cut(long, "needle");
    expect(marked(fragments).join("")).not.toContain("…");
    expect(joined(fragments)).toMatch(/ …$/);
    const within = cut(`${FILLER}${long.slice(0, 200)} thread, pin ${FILLER}`, "needle OR thread OR pin");
    expect(within.slice(0, 2)).toEqual([
      { text: "… ", mark: false },
      { text: expect.stringMatching(/^needle/), mark: true },
    ]);
  });

  test("of places that are as dense it shows the first", () => {
    const text = `${FILLER}needle here first ${FILLER}needle here last`;
    expect(joined(cut(text, "needle"))).toContain("needle here first");
  });

  test("it shows where the different words stand densest", () => {
    const text = `alpha ${FILLER} alpha and beta near each other ${FILLER} beta`;
    expect(joined(cut(text, "alpha beta"))).toContain("alpha and beta near");
  });

  test("something of the text before the match stands before it", () => {
    const shown = joined(cut(`${FILLER}needle ${FILLER}`, "needle"));
    expect(shown.indexOf("needle")).toBeGreaterThan(20);
    expect(shown.indexOf("needle")).toBeLessThan(70);
  });

  test("a phrase longer than an excerpt is shown from its beginning, marked as far as it goes", () => {
    const message = "error while loading the shared library because no such file exists there "
      .repeat(4)
      .trim();
    const fragments = cut(`${FILLER}${message} ${FILLER}`, message);
    expect(marked(fragments)[0]).toMatch(/^error while loading/);
    expect(joined(fragments).length).toBeLessThan(EXCERPT_CHARS + 10);
  });

  test("text without spaces is cut between characters, those beyond the BMP too", () => {
    for (let lead = 0; lead < 4; lead++) {
      const text = `${"a".repeat(lead)}${"𠮷".repeat(300)} 検索 ${"𠮷".repeat(300)}`;
      const shown = joined(cut(text, "検索"));
      expect(shown).toContain("検索");
      expect(shown).not.toMatch(HALF);
      expect([...shown].length).toBeLessThan(EXCERPT_CHARS + 10);
    }
  });

  test("characters beyond the BMP count once, so that all implementations cut alike", () => {
    const bmp = `${"日".repeat(100)}、${"日 本".repeat(90)} needle, ${"語 ".repeat(200)}`;
    const beyond = bmp.replace(/[日本語]/g, "𠮷");
    expect(joined(cut(beyond, "needle"))).toBe(joined(cut(bmp, "needle")).replace(/[日本語]/g, "𠮷"));
  });

  test("any white space ends a word, a mark that nobody sees does not", () => {
    const text = `${"filler\u3000\x85".repeat(60)} a\ufeffb needle ${"x\x1cy ".repeat(99)}`;
    const shown = joined(cut(text, "needle"));
    expect(shown).toMatch(/^… (filler )+a\ufeffb needle (x y )+(x )?…$/);
  });
});

test("any excerpt is a stretch of its text, in fragments that follow each other", () => {
  const random = new Random(8);
  const words = [
    ..."日本語検索𠮷🤔½ﬃ한",
    "alpha",
    "beta",
    "sendRawFile",
    "café",
    "cafe\u0301",
    "x".repeat(50),
    "co\u00adop",
  ];
  const blanks = [" ", " ", " ", "\n", "  \n", ", ", "", "."];
  const queries = [
    "alpha",
    "alpha beta",
    '"alpha beta"',
    "raw",
    "cafe",
    "検索 OR 日",
    "1 2",
    "alpha*",
    "coop",
    "x",
    "𠮷",
  ];
  const fold = (text: string) => text.replace(/\s+/g, " ");
  for (let round = 0; round < 1500; round++) {
    let text = "";
    for (let n = random.below(120); n > 0; n--) text += random.pick(words) + random.pick(blanks);
    const query = random.pick(queries);
    const fragments = cut(text, query, round % 2 === 0);
    const shown = joined(fragments).replace(/^… /, "").replace(/ …$/, "");
    expect(fold(text), query).toContain(shown);
    expect(shown).not.toMatch(HALF);
    expect([...shown].length).toBeLessThanOrEqual(EXCERPT_CHARS + 40);
    for (const { text } of fragments) expect(text).not.toBe("");
  }
});

test("an empty text has an empty excerpt", () => {
  expect(cut("", "alpha")).toEqual([]);
});
