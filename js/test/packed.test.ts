import { afterEach, expect, test, vi } from "vitest";
import { loadPacked, packed } from "../src/pages/packed.ts";
import { stubScripts } from "./support/scripts.ts";

const BASE = new URL("file:///my%20site/fts/");
const at = (name: string) => new URL(name, BASE);
const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
const files = (entries: Record<string, Uint8Array>) =>
  Object.fromEntries(
    Object.entries(entries).map(([name, content]) => [name, Buffer.from(content).toString("base64")]),
  );

afterEach(() => vi.unstubAllGlobals());

test("packed files are handed out as they were, at once or later", async () => {
  const transport = packed(BASE, [
    files({ "abc/0.bin": bytes }),
    files({ "manifest.json": Uint8Array.of() }),
  ]);
  expect(transport.fetchSync(at("abc/0.bin"))).toEqual(bytes);
  expect(await transport.fetch(at("abc/0.bin"))).toEqual(bytes);
  expect(await transport.fetch(at("manifest.json"))).toEqual(Uint8Array.of());
});

test("a file that is not among them fails like one that a server does not have", async () => {
  const transport = packed(BASE, [files({ "abc/0.bin": bytes })]);
  const failure = { name: "SearchError", code: "network", message: expect.stringContaining("abc/1.bin") };
  await expect(transport.fetch(at("abc/1.bin"))).rejects.toMatchObject(failure);
  expect(() => transport.fetchSync(at("abc/1.bin"))).toThrow(expect.objectContaining(failure));
});

test("all scripts on the list are loaded, and no other", async () => {
  const script = (value: unknown) => `ftsLoaded=${JSON.stringify(value)}`;
  const scripts = new Map([
    [at("offline/files.js").href, script(["one.js", "two.js"])],
    [at("offline/one.js").href, script(files({ "manifest.json": Uint8Array.of(1) }))],
    [at("offline/two.js").href, script(files({ "abc/0.bin": Uint8Array.of(2) }))],
  ]);
  const { asked } = stubScripts(scripts);
  const transport = await loadPacked(BASE);
  expect(transport.fetchSync(at("manifest.json"))).toEqual(Uint8Array.of(1));
  expect(transport.fetchSync(at("abc/0.bin"))).toEqual(Uint8Array.of(2));
  expect(asked).toEqual([...scripts.keys()]);
  scripts.delete(at("offline/two.js").href);
  await expect(loadPacked(BASE)).rejects.toMatchObject({
    code: "network",
    message: expect.stringContaining("two.js"),
  });
});
