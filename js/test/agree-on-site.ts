/**
 * Compares the reader with sql.js on a published site: `node --experimental-transform-types agree-on-site.ts FOLDER`,
 * where FOLDER is the site's `fts`. Reads `{"searches": […], "letters": "…"}` from the standard input, fails where the two
 * do not agree on a search or on a letter that begins words, and writes how many searches found something.
 */
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { Chunks, type Transport } from "../src/pages/chunks.ts";
import { fetchManifest } from "../src/pages/manifest.ts";
import { unpackSync } from "../src/pages/unpack-sync.ts";
import { answer } from "../src/query/answer.ts";
import { parse } from "../src/query/parse.ts";
import { plan } from "../src/query/plan.ts";
import { Both } from "./support/agreement.ts";

const disk: Transport = { fetch: (url) => readFile(url), fetchSync: (url) => readFileSync(url) };

/** The same words in other ways of asking. */
function variants(query: string): string[] {
  const [first = "", ...others] = query.split(" ");
  const plain = query.replaceAll('"', " ");
  return [
    query,
    `"${plain}"`,
    `title:${query}`,
    `${first} OR ${others.join(" ")}`,
    `${first}* -${others.at(-1)}`,
  ];
}

async function compare(folder: string, searches: readonly string[], letters: string): Promise<number> {
  const base = pathToFileURL(`${folder}/`);
  const manifest = await fetchManifest(base, disk);
  const both = await Both.open(
    new Chunks(manifest, base, disk),
    new Chunks(manifest, base, disk, unpackSync),
  );
  const { alphabet } = await both.info();
  const match = async (query: string, typing = false) => {
    const wanted = plan(parse(query, typing), alphabet);
    return wanted ? both.match(wanted.filter) : [];
  };
  for (const letter of letters) await match(letter, true);
  let found = 0;
  for (const [n, query] of searches.entries()) {
    // As it is typed, and each fourth time with the last word still open.
    const { total } = await answer(both, query, { drafts: true, typing: n % 4 === 0 });
    if (total) found++;
    for (const variant of variants(query)) await match(variant);
  }
  return found;
}

const [folder = "."] = process.argv.slice(2);
const { searches, letters } = JSON.parse(readFileSync(0, "utf8"));
console.log(await compare(folder, searches, letters));
