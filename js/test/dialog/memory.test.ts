import { afterEach, expect, test, vi } from "vitest";
import { Memory } from "../../src/dialog/memory.ts";

afterEach(() => vi.unstubAllGlobals());

function stubStorage(items: Record<string, string> = {}) {
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => items[key] ?? null,
    setItem(key: string, value: string) {
      items[key] = value;
    },
  });
  return items;
}

test("what is written is read again, for each site of its own", () => {
  stubStorage();
  new Memory("https://example.org/a/").write({ drafts: true, recent: ["jwt"] });
  expect(new Memory("https://example.org/a/").read()).toEqual({ drafts: true, recent: ["jwt"] });
  expect(new Memory("https://example.org/b/").read()).toEqual({ drafts: false, recent: [] });
});

test.each(["", "null", "[1]", "{", '{"recent": 1, "drafts": "yes"}', '{"recent": [1, null]}'])(
  "what is not what it should be is forgotten: %s",
  (stored) => {
    stubStorage({ "fts:/": stored });
    expect(new Memory("https://example.org/").read()).toEqual({ drafts: false, recent: [] });
  },
);

test("a browser that keeps nothing is no error", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  const memory = new Memory("https://example.org/");
  memory.write({ drafts: true, recent: [] });
  expect(memory.read()).toEqual({ drafts: false, recent: [] });
});
