import { afterEach, describe, expect, test, vi } from "vitest";
import { Early, type EarlyFile, fetchEarly } from "../src/early.ts";
import type { Transport } from "../src/pages/chunks.ts";

const FOLDER = new URL("https://example.org/wiki/fts/");
const bytes = (text: string) => new TextEncoder().encode(text);

afterEach(() => vi.unstubAllGlobals());

describe("the page", () => {
  /** What it sends where the site has these files, and what it asked for. */
  async function sent(files: Record<string, string>, engine: "auto" | "sqljs" = "auto", expected?: string) {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (url: URL, { cache }: RequestInit) => {
      const name = url.href.slice(FOLDER.href.length);
      asked.push(`${name} ${cache}`);
      if (files[name] === "offline") throw new TypeError("offline");
      return new Response(files[name] ?? "", { status: name in files ? 200 : 404 });
    });
    const found: EarlyFile[] = [];
    await fetchEarly(FOLDER, engine, expected, (file) => found.push(file));
    const texts = found.map(({ name, content }) => [name, content && new TextDecoder().decode(content)]);
    return { asked, files: texts };
  }

  test.each([
    ["auto", "first.bin"],
    ["sqljs", "sqlite.bin"],
  ] as const)(
    "sends the manifest, asked for anew, and the pack of its database: %s",
    async (engine, pack) => {
      const manifest = '{"db":"12ab"}';
      expect(await sent({ "manifest.json": manifest, [`12ab/${pack}`]: "pack" }, engine)).toEqual({
        asked: ["manifest.json no-cache", `12ab/${pack} default`],
        files: [
          ["manifest.json", manifest],
          [pack, "pack"],
        ],
      });
    },
  );

  const site = { "manifest.json": '{"db":"12ab"}', "12ab/first.bin": "pack" };

  test("fetches the pack that is expected beside the manifest", async () => {
    const { asked, files } = await sent(site, "auto", "12ab");
    expect(asked).toEqual(["12ab/first.bin default", "manifest.json no-cache"]);
    expect(files).toEqual([
      ["manifest.json", '{"db":"12ab"}'],
      ["first.bin", "pack"],
    ]);
  });

  test.each([{}, { "99/first.bin": "older" }])(
    "sends the pack that the manifest names, whatever was expected: %j",
    async (older: Record<string, string>) => {
      const { asked, files } = await sent({ ...site, ...older }, "auto", "99");
      expect(asked).toEqual(["99/first.bin default", "manifest.json no-cache", "12ab/first.bin default"]);
      expect(files.at(-1)).toEqual(["first.bin", "pack"]);
    },
  );

  test.each([
    {},
    { "manifest.json": "<!doctype html>" },
    { "manifest.json": "null" },
    { "manifest.json": "offline" },
  ])("leaves it to the worker to say what is wrong: %j", async (files: Record<string, string>) => {
    const { asked, files: found } = await sent(files);
    expect(asked).toEqual(["manifest.json no-cache"]);
    expect(found.at(-1)).toEqual(["first.bin", null]);
  });
});

describe("the worker", () => {
  const asked: string[] = [];
  const transport: Transport = {
    fetch: async (url) => {
      asked.push(url.href);
      return bytes("from the site");
    },
    fetchSync: () => bytes("at once"),
  };

  test("waits for a file once, and fetches it itself the next time", async () => {
    asked.length = 0;
    const early = new Early(transport);
    const waiting = early.fetch(new URL("manifest.json", FOLDER), "fresh");
    early.take({
      method: "file",
      name: "manifest.json",
      content: bytes("from the page").buffer as ArrayBuffer,
    });
    expect(await waiting).toEqual(bytes("from the page"));
    expect(asked).toEqual([]);
    expect(await early.fetch(new URL("manifest.json", FOLDER), "fresh")).toEqual(bytes("from the site"));
  });

  test("fetches itself what the page could not, and all else", async () => {
    asked.length = 0;
    const early = new Early(transport);
    early.take({ method: "file", name: "first.bin", content: null });
    for (const name of ["12ab/first.bin", "12ab/7.bin"])
      expect(await early.fetch(new URL(name, FOLDER))).toEqual(bytes("from the site"));
    expect(asked).toEqual([`${FOLDER.href}12ab/first.bin`, `${FOLDER.href}12ab/7.bin`]);
    expect(early.fetchSync(new URL("12ab/8.bin", FOLDER))).toEqual(bytes("at once"));
  });
});
