import { describe, expect, test } from "vitest";
import { type Change, initialState, reduce, type State } from "../../src/dialog/state.ts";
import { answer, group, hit } from "./answers.ts";

const query = { text: "jwt", drafts: false, typing: true, wiki: null };
const help = group("help", [hit("a", 1), hit("b")], 5);
const generated = group("help", [hit("c")], 3, "auto");

function stateAfter(...changes: Change[]): State {
  return changes.reduce(reduce, initialState);
}

const asked: Change = { type: "asked", query };
const answered: Change = { type: "answered", answer: answer([help, generated]) };

describe("an answer", () => {
  test("is shown with its first result selected and the generated pages closed", () => {
    const state = stateAfter(asked, answered);
    expect(state).toMatchObject({ waiting: false, selected: "fts-hit-0-0-0", generatedOpen: false });
    expect(state.shown?.groups.map(({ slices, more }) => [slices, more])).toEqual([
      [1, "ready"],
      [1, "ready"],
    ]);
  });

  test("opens the generated pages when there is nothing else", () => {
    const state = stateAfter(asked, { type: "answered", answer: answer([generated]) });
    expect(state).toMatchObject({ generatedOpen: true, selected: "fts-hit-0-0-0" });
  });

  test("remembers nothing of the one before", () => {
    const state = stateAfter(
      asked,
      answered,
      { type: "generatedToggled" },
      { type: "selected", id: "fts-hit-1-0-0" },
      asked,
      answered,
    );
    expect(state).toMatchObject({ generatedOpen: false, selected: "fts-hit-0-0-0" });
  });

  test("takes the place of an error", () => {
    expect(stateAfter(asked, { type: "failed", failure: "network" }, asked, answered).failure).toBeNull();
  });

  test("without a question is dropped", () => {
    expect(stateAfter(answered).shown).toBeNull();
  });
});

test("on the search page nothing is selected until the reader does", () => {
  const state = [asked, answered].reduce(reduce, { ...initialState, selectsFirst: false });
  expect(state.selected).toBeNull();
});

test("wikis are counted over their written and generated pages", () => {
  const tech = group("tech", [hit("d")], 2);
  const state = stateAfter(asked, { type: "answered", answer: answer([help, tech, generated]) });
  expect(state.wikis.map(({ id, total }) => [id, total])).toEqual([
    ["help", 8],
    ["tech", 2],
  ]);
});

test("older results stay while newer ones are awaited, and it is said when that is slow", () => {
  const state = stateAfter(
    asked,
    answered,
    { type: "asked", query: { ...query, text: "jwt x" } },
    { type: "slowed" },
  );
  expect(state).toMatchObject({ waiting: true, slow: true });
  expect(state.shown?.query.text).toBe("jwt");
  expect(reduce(state, answered).slow).toBe(false);
});

test("an answer that came in time is not slow", () => {
  expect(stateAfter(asked, answered, { type: "slowed" }).slow).toBe(false);
});

test("an error shows no older results", () => {
  const state = stateAfter(asked, answered, asked, { type: "failed", failure: "engine" });
  expect(state).toMatchObject({ failure: "engine", shown: null, selected: null, waiting: false });
});

test("an empty input shows neither results nor an error", () => {
  expect(stateAfter(asked, answered, { type: "cleared" })).toMatchObject({
    query: null,
    shown: null,
    selected: null,
  });
  expect(stateAfter(asked, { type: "failed", failure: "network" }, { type: "cleared" }).failure).toBeNull();
});

describe("a further slice", () => {
  const slice = group("help", [hit("d"), hit("e")], 5);

  test("is appended, and the selection goes on where the button stood", () => {
    const state = stateAfter(
      asked,
      answered,
      { type: "selected", id: "fts-more-0" },
      { type: "moreAsked", group: 0 },
      { type: "moreAnswered", group: 0, slice },
    );
    expect(state.shown?.groups[0]).toMatchObject({ slices: 2, more: "ready", total: 5 });
    expect(state.shown?.groups[0]?.hits.map(({ title }) => title)).toEqual(["a", "b", "d", "e"]);
    expect(state.shown?.groups[1]?.hits).toHaveLength(1);
    expect(state.selected).toBe("fts-hit-0-2-0");
  });

  test("leaves a selection elsewhere alone", () => {
    const state = stateAfter(asked, answered, { type: "moreAnswered", group: 0, slice });
    expect(state.selected).toBe("fts-hit-0-0-0");
  });

  test("with nothing in it ends the group, whatever its count said", () => {
    const state = stateAfter(
      asked,
      answered,
      { type: "selected", id: "fts-more-0" },
      { type: "moreAnswered", group: 0, slice: undefined },
    );
    expect(state.shown?.groups[0]?.total).toBe(2);
    expect(state.selected).toBe("fts-hit-0-1-0");
  });

  test("that failed can be asked for again", () => {
    expect(
      stateAfter(asked, answered, { type: "moreFailed", group: 0, gaveUp: false }).shown?.groups[0]?.more,
    ).toBe("failed");
    expect(
      stateAfter(asked, answered, { type: "moreFailed", group: 0, gaveUp: true }).shown?.groups[0]?.more,
    ).toBe("ready");
  });
});

test("closing the generated pages takes a selection inside them to their button", () => {
  const open = stateAfter(
    asked,
    answered,
    { type: "generatedToggled" },
    { type: "selected", id: "fts-hit-1-0-0" },
  );
  expect(reduce(open, { type: "generatedToggled" }).selected).toBe("fts-generated");
});
