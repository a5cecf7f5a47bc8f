import { expect, test } from "vitest";
import type { Engine } from "../src/engine/engine.ts";
import { foreseeing } from "../src/engine/foreseeing.ts";
import { openReader } from "../src/engine/reader/reader.ts";
import { openSqlJs } from "../src/engine/sqljs.ts";
import { answer } from "../src/query/answer.ts";
import { SearchError } from "../src/types.ts";
import { writeDatabase } from "./support/database.ts";
import { publish } from "./support/publish.ts";
import { initSqlJs } from "./support/sqlite.ts";

const pages = Array.from({ length: 200 }, (_, n) => ({
  url: `${n}/`,
  title: `Page ${n}`,
  passages: [`common word${n} and more ${"filler ".repeat(n % 7)}`, `second part${n * 7} common`],
}));
const QUERIES = ["common word7", "part70", "pag", "wrod19", '"second part84"', "more -word8 part56"];

async function open() {
  const { chunks, transport } = publish(await writeDatabase({ pages }));
  await chunks.loadFirst("sqlite");
  return { chunks, transport, engine: await openSqlJs(initSqlJs, chunks) };
}

test("an engine behind it hardly ever waits for a chunk, and answers the same", async () => {
  const [alone, foreseen] = [await open(), await open()];
  const engine = foreseeing(foreseen.engine, await openReader(foreseen.chunks, { shortcuts: false }));
  const before = [alone, foreseen].map(({ chunks }) => chunks.syncRequests);
  for (const query of QUERIES) expect(await answer(engine, query)).toEqual(await answer(alone.engine, query));
  const [waited, waitedBehind] = [alone, foreseen].map(
    ({ chunks }, n) => chunks.syncRequests - (before[n] ?? 0),
  );
  expect(waited).toBeGreaterThan(20);
  expect(waitedBehind).toBeLessThan(3);
  engine.close();
});

test("where the reader fails, it is the engine that says so", async () => {
  const { engine, transport } = await open();
  const broken = new Proxy(engine, {
    get: () => async () => {
      throw new SearchError("damaged", "the reader");
    },
  });
  const behind = foreseeing(engine, broken as Engine);
  expect((await answer(behind, "part70")).total).toBe(1);
  transport.files.clear();
  await expect(answer(behind, "part77 part84")).rejects.toMatchObject({ code: "network" });
});
