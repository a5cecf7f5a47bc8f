import { describe, expect, test } from "vitest";
import { type Clause, parse } from "../src/query/parse.ts";
import { Random } from "./support/random.ts";

/** Clauses in short: `text`, `"text"` when quoted, `*` after a prefix, `title:` before a field. */
function short({ text, quoted, prefix, field }: Clause): string {
  return `${field ? `${field}:` : ""}${quoted ? `"${text}"` : text}${prefix ? "*" : ""}`;
}

const required = (query: string, typing = false) =>
  parse(query, typing).required.map((alternatives) => alternatives.map(short).join(" OR "));
const excluded = (query: string, typing = false) => parse(query, typing).excluded.map(short);

describe("words and phrases", () => {
  test("every word is required", () => {
    expect(required("  one  two\tthree\n")).toEqual(["one", "two", "three"]);
  });

  test("quotation marks hold a phrase together, with or without the closing one", () => {
    expect(required('a "b c" d')).toEqual(["a", '"b c"', "d"]);
    expect(required('a "b c')).toEqual(["a", '"b c"']);
    expect(required('foo"bar baz"qux')).toEqual(["foo", '"bar baz"', "qux"]);
  });

  test("a star asks for a prefix, but alone or within a word it is text", () => {
    expect(required("conf* a*b * **")).toEqual(["conf*", "a*b", "*", "**"]);
    expect(parse("*").required).toEqual([[{ text: "*", quoted: false, prefix: false }]]);
  });

  test("words end at any white space, but not at a mark that nobody sees", () => {
    expect(required("one\u3000two\xa0three\x85four\x1cfive")).toEqual([
      "one",
      "two",
      "three",
      "four",
      "five",
    ]);
    expect(required("\ufeffone\u200btwo")).toEqual(["\ufeffone\u200btwo"]);
  });

  test.each(["", " ", "\n\t"])("nothing is asked by %j", (query) => {
    expect(parse(query)).toEqual({ required: [], excluded: [], wikis: [], statuses: [], kinds: [] });
  });
});

describe("while typing", () => {
  test("the last word may go on", () => {
    expect(required("one tw", true)).toEqual(["one", "tw*"]);
    expect(required('one "two thr', true)).toEqual(["one", '"two thr"*']);
    expect(required("a OR b", true)).toEqual(["a OR b*"]);
    expect(required("title:inst", true)).toEqual(["title:inst*"]);
  });

  test("a finished word or phrase may not", () => {
    expect(required("one two ", true)).toEqual(["one", "two"]);
    expect(required('one "two"', true)).toEqual(["one", '"two"']);
  });

  test("a word to leave out is not guessed at", () => {
    expect(excluded("one -tw", true)).toEqual(["tw"]);
    expect(excluded("one -tw*", true)).toEqual(["tw*"]);
  });
});

describe("exclusion", () => {
  test("words, phrases, prefixes and fields", () => {
    const query = 'a -b -"c d" -e* -title:f';
    expect(required(query)).toEqual(["a"]);
    expect(excluded(query)).toEqual(["b", '"c d"', "e*", "title:f"]);
  });

  test("a hyphen within a word or by itself is text", () => {
    expect(required("e-mail - x")).toEqual(["e-mail", "-", "x"]);
    expect(excluded("e-mail - x")).toEqual([]);
  });

  test("a query of nothing but exclusions is taken for text", () => {
    expect(required("-Dkey=value -x")).toEqual(["-Dkey=value", "-x"]);
    expect(excluded("-Dkey=value -x")).toEqual([]);
    expect(required("build --force -x")).toEqual(["build", "--force"]);
    expect(required("--for", true)).toEqual(["--for*"]);
    expect(required("-title:x")).toEqual(["-title:x"]);
  });

  test("beside a filter it stays an exclusion", () => {
    expect(required("wiki:help -x")).toEqual([]);
    expect(excluded("wiki:help -x")).toEqual(["x"]);
  });
});

describe("alternatives", () => {
  test("OR joins its neighbours", () => {
    expect(required("a OR b c OR d OR e")).toEqual(["a OR b", "c OR d OR e"]);
  });

  test("OR at an end, in small letters or in quotation marks is text", () => {
    expect(required("OR a OR")).toEqual(["OR", "a", "OR"]);
    expect(required("a or b")).toEqual(["a", "or", "b"]);
    expect(required('a "OR" b')).toEqual(["a", '"OR"', "b"]);
  });

  test("OR between filters is no text: filters of one name are alternatives anyway", () => {
    expect(required("wiki:help OR wiki:tech pump")).toEqual(["pump"]);
    expect(required("pump OR wiki:help motor")).toEqual(["pump", "motor"]);
    expect(required("wiki:help OR pump")).toEqual(["pump"]);
    expect(required("-old OR pump")).toEqual(["pump"]);
    expect(parse("wiki:help OR wiki:tech pump").wikis).toEqual(["help", "tech"]);
  });

  test("an exclusion is no alternative", () => {
    expect(required("a OR -b c")).toEqual(["a", "c"]);
    expect(excluded("a OR -b c")).toEqual(["b"]);
  });
});

describe("fields", () => {
  test("labels become filters", () => {
    const parsed = parse('wiki:help WIKI:"faq" status:Draft status:archived kind:AUTO x');
    expect(parsed).toMatchObject({
      wikis: ["help", "faq"],
      statuses: ["draft", "archived"],
      kinds: ["auto"],
    });
    expect(parsed.required.flat().map(short)).toEqual(["x"]);
  });

  test("title and tag say where a word must stand", () => {
    expect(required('title:one Tag:"two words" title:pre*')).toEqual([
      "title:one",
      'tag:"two words"',
      "title:pre*",
    ]);
  });

  test("values and fields that are not known are text", () => {
    expect(required("status:gone kind:x http://a key:value wiki: title:")).toEqual([
      ..."status:gone kind:x http://a key:value wiki: title:".split(" "),
    ]);
    expect(parse("status:gone kind:x wiki:")).toMatchObject({ wikis: [], statuses: [], kinds: [] });
    expect(required('Status:gone KIND:"very odd"')).toEqual(["Status:gone", '"KIND:very odd"']);
  });
});

test("no input is an error, and every word that stands in it is kept", () => {
  const random = new Random(4);
  const pieces = [
    ..."-\"*: \n\\(){}^+~'",
    "OR",
    "AND",
    "NOT",
    "NEAR",
    "wiki:",
    "title:",
    "status:",
    "draft",
    "one",
    "é日\ud800",
  ];
  for (let round = 0; round < 5000; round++) {
    const query = random.text(pieces, 10);
    for (const typing of [false, true]) {
      const parsed = parse(query, typing);
      const kept = [...parsed.required.flat(), ...parsed.excluded].map(({ text }) => text).join(" ");
      const all = `${kept} ${parsed.wikis.join(" ")}`;
      expect(all.split("one").length, JSON.stringify(query)).toBe(query.split("one").length);
    }
  }
});
