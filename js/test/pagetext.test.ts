import { expect, test } from "vitest";
import { pageText } from "../src/query/pagetext.ts";
import { openSite } from "./support/engine.ts";

test("a page's text comes in its parts, headings apart", async () => {
  const engine = await openSite({
    pages: [
      {
        url: "a/",
        title: "A",
        passages: ["one", { title: "Two", anchor: "two", level: 2, text: "Two\nwords" }],
      },
      { url: "b/", title: "B", passages: ["other"] },
    ],
  });
  expect(await pageText(engine, "a/")).toMatchObject({
    url: "a/",
    title: "A",
    parts: [
      { level: 0, text: "one" },
      { anchor: "two", title: "Two", level: 2, text: "words" },
    ],
  });
  expect(await pageText(engine, "c/")).toBeNull();
  engine.close();
});
