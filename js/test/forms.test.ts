import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { toFts5 } from "../src/query/expression.ts";
import { otherForms } from "../src/query/forms.ts";
import { parse } from "../src/query/parse.ts";
import { plan, type Word } from "../src/query/plan.ts";
import { openSite, watched } from "./support/engine.ts";

let engine: Engine;

beforeAll(async () => {
  const texts = [
    "the policies of pgbouncer, 0x30-0x3f",
    "the policies, connect here",
    "the policy, connected: eth_sendRawTransaction",
    "the end: x30-0x3fff, fast-transactional",
    "nothing",
    ...Array.from({ length: 6 }, () => "filler"),
  ];
  engine = await openSite({
    pages: texts.map((text, n) => ({ url: `${n}/`, title: "Page", passages: [text] })),
    stems: { policies: ["polici"], policy: ["polici"], connect: ["connect"], connected: ["connect"] },
  });
});

afterAll(() => engine.close());

async function formsOf(query: string, { typing = false, careful = false } = {}, asked = engine) {
  const { alphabet, pageCount } = await asked.info();
  const [group] = plan(parse(query, typing), alphabet)?.groups ?? [];
  const forms = await otherForms(asked, (each) => asked.match(each), group as Word[], pageCount, careful);
  return { ...forms, expressions: forms.expressions.map(toFts5) };
}

describe("a word that stands on pages", () => {
  test("is joined by its family", async () => {
    expect(await formsOf("policy")).toEqual({
      text: "policy",
      expressions: ['"policy"', '"policies"'],
      terms: ["policy"],
      corrections: [],
      required: false,
    });
  });

  test("is left alone where it stands on more than half of them", async () => {
    const { engine: watching, calls } = watched(engine);
    const { alphabet } = await engine.info();
    const [group] = plan(parse("filler"), alphabet)?.groups ?? [];
    await otherForms(watching, (each) => watching.match(each), group as Word[], 11, false);
    expect(calls).toEqual(['match "filler"']);
  });

  test("is not taken for a misspelling of another", async () => {
    expect((await formsOf("the")).expressions).toEqual(['"the"']);
    expect((await formsOf("end")).corrections).toEqual([]);
  });

  test("keeps its parts and its prefix", async () => {
    expect((await formsOf("policy*")).expressions).toEqual(['"policy"*', '"policies"']);
    expect((await formsOf("sendRaw*")).expressions).toEqual([
      '("sendraw"*) OR ({parts generated} : "send raw"*)',
    ]);
  });
});

describe("a word that stands on no page", () => {
  test("is looked for by its family, and the correction is the one on most pages", async () => {
    expect(await formsOf("connecting")).toMatchObject({
      text: "connecting",
      expressions: ['"connect"', '"connected"'],
      corrections: [{ from: "connecting", to: "connect" }],
    });
  });

  test("or else as a part of others", async () => {
    expect(await formsOf("bounce")).toMatchObject({
      expressions: ['"pgbouncer"'],
      corrections: [{ from: "bounce", to: "pgbouncer" }],
    });
  });

  test("or else with its letters mended", async () => {
    expect(await formsOf("pgbounser")).toMatchObject({
      ...{ text: "pgbounser", expressions: ['"pgbouncer"'] },
    });
    expect(await formsOf("poilcies")).toMatchObject({ corrections: [{ from: "poilcies", to: "policies" }] });
  });

  test("is mended less where one has to be careful", async () => {
    expect(await formsOf("edn")).toMatchObject({ expressions: ['"edn"'], corrections: [] });
    expect(await formsOf("polcy")).toMatchObject({ corrections: [{ from: "polcy", to: "policy" }] });
    expect(await formsOf("polcy", { careful: true })).toMatchObject({
      ...{ expressions: ['"polcy"'], corrections: [] },
    });
  });

  test("is mended as a beginning while it is typed", async () => {
    expect(await formsOf("pgbuonc", { typing: true })).toMatchObject({
      corrections: [{ from: "pgbuonc", to: "pgbouncer" }],
    });
    expect(await formsOf("pgbuonc*")).toMatchObject({ corrections: [{ from: "pgbuonc", to: "pgbouncer" }] });
    expect(await formsOf("pgbuonc")).toMatchObject({ corrections: [] });
  });

  test("stays what it is where nothing is like it", async () => {
    expect(await formsOf("zebra")).toMatchObject({ expressions: ['"zebra"'], corrections: [] });
  });
});

describe("what is quoted or held to a field", () => {
  test.each(['"policing"', "title:polcy", "tag:polcy", '"pgbounser"', "polcy OR title:x"])(
    "is not to be done without, and stays as it was typed: %j",
    async (query) => {
      const { required, terms } = await formsOf(query);
      expect(required).toBe(true);
      expect(terms).toEqual([]);
    },
  );

  test("costs nothing", async () => {
    const { engine: watching, calls } = watched(engine);
    await formsOf('"pgbounser"', {}, watching);
    await formsOf("title:pgbounser", {}, watching);
    expect(calls).toEqual([]);
  });
});

describe("a run of several terms", () => {
  test("stays whole where it stands on a page", async () => {
    expect(await formsOf("0x30-0x3f")).toMatchObject({ expressions: ['"0x30 0x3f"'], corrections: [] });
  });

  test("is also found cut out of a longer one", async () => {
    expect(await formsOf("x30-0x3")).toMatchObject({
      expressions: ['"0x30 0x3f"', '"x30 0x3fff"'],
      corrections: [{ from: "x30-0x3", to: "0x30 0x3f" }],
    });
    expect(await formsOf("eth_sendRawTrans")).toMatchObject({
      corrections: [{ from: "eth_sendRawTrans", to: "eth sendrawtransaction" }],
    });
  });

  test("is looked for in pieces where it is cut out of none", async () => {
    expect(await formsOf("pgbouncer.connect")).toMatchObject({
      ...{ text: "pgbouncer.connect", terms: ["pgbouncer", "connect"], corrections: [] },
      expressions: ['("pgbouncer") AND ("connect")'],
    });
  });
});

describe("a group of alternatives", () => {
  test("has the forms of each, every one once, and says which of them are corrected", async () => {
    expect(await formsOf("policy OR pgbounser OR policies OR polcy")).toEqual({
      text: "policy OR pgbounser OR policies OR polcy",
      expressions: ['"policy"', '"policies"', '"pgbouncer"'],
      terms: [],
      corrections: [
        { from: "pgbounser", to: "pgbouncer" },
        { from: "polcy", to: "policy" },
      ],
      required: false,
    });
  });
});
