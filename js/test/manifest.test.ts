import { afterEach, describe, expect, test, vi } from "vitest";
import { FORMAT, fetchManifest } from "../src/pages/manifest.ts";
import { http } from "../src/pages/transport.ts";
import { BASE } from "./support/publish.ts";

afterEach(() => vi.unstubAllGlobals());

function answerFetch(response: () => Response | Promise<Response>) {
  const fetch = vi.fn(async (_url: URL, _options?: RequestInit) => response());
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const offline = () => Promise.reject(new TypeError("Failed to fetch"));
/** A connection that breaks in the middle of a file. */
const broken = () =>
  new Response(
    new ReadableStream({
      pull(controller) {
        controller.error(new TypeError("network error"));
      },
    }),
  );

describe("the manifest", () => {
  test("is fetched from the index' folder, asking whether it is still the newest", async () => {
    const fetch = answerFetch(() => Response.json({ format: FORMAT, db: "abc" }));
    expect(await fetchManifest(BASE, http)).toMatchObject({ db: "abc" });
    const [url, options] = fetch.mock.calls[0] as [URL, RequestInit];
    expect(url.href).toBe("https://example.org/fts/manifest.json");
    expect(options.cache).toBe("no-cache");
  });

  test("of another format asks for another version of this program", async () => {
    for (const content of [{ format: FORMAT + 1 }, {}, [], null, 7]) {
      answerFetch(() => Response.json(content));
      await expect(fetchManifest(BASE, http)).rejects.toMatchObject({ name: "SearchError", code: "format" });
    }
  });

  test("that is no JSON is damaged: a host may answer with its start page", async () => {
    answerFetch(() => new Response("<!doctype html>"));
    await expect(fetchManifest(BASE, http)).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringMatching(/manifest\.json/),
    });
  });

  test("that cannot be fetched is a failure of the network", async () => {
    for (const response of [offline, broken, () => new Response("", { status: 404 })]) {
      answerFetch(response);
      await expect(fetchManifest(BASE, http)).rejects.toMatchObject({
        code: "network",
        message: expect.stringMatching(/manifest\.json/),
      });
    }
  });
});

describe("chunks over HTTP", () => {
  const url = new URL("abc/0.bin", BASE);

  /** A browser's request that is answered at once, or fails. */
  function stubRequest(answer: { status: number; response?: ArrayBuffer } | "offline") {
    const opened: unknown[] = [];
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        status = 0;
        response: ArrayBuffer | null = null;
        responseType = "";
        open(...how: unknown[]) {
          opened.push(how);
        }
        send() {
          if (answer === "offline") throw new DOMException("failed", "NetworkError");
          Object.assign(this, answer);
        }
      },
    );
    return opened;
  }

  test("are plain GET requests, whose bytes come as they are", async () => {
    const fetch = answerFetch(() => new Response(Uint8Array.of(31, 139, 0, 255)));
    expect(await http.fetch(url)).toEqual(Uint8Array.of(31, 139, 0, 255));
    expect(fetch.mock.calls).toEqual([[url, { cache: "default", priority: "auto" }]]);
    await http.fetch(url, "ahead");
    expect(fetch.mock.calls.at(-1)).toEqual([url, { cache: "default", priority: "low" }]);
    await http.fetch(url, "anew");
    expect(fetch.mock.calls.at(-1)).toEqual([url, { cache: "reload", priority: "auto" }]);
    const opened = stubRequest({ status: 200, response: Uint8Array.of(1, 2).buffer });
    expect(http.fetchSync(url)).toEqual(Uint8Array.of(1, 2));
    expect(opened).toEqual([["GET", url, false]]);
  });

  test("that fail are failures of the network", async () => {
    for (const response of [offline, broken, () => new Response("", { status: 500 })]) {
      answerFetch(response);
      await expect(http.fetch(url)).rejects.toMatchObject({
        code: "network",
        message: expect.stringMatching(/0\.bin/),
      });
    }
    for (const answer of ["offline", { status: 404 }] as const) {
      stubRequest(answer);
      expect(() => http.fetchSync(url)).toThrow(expect.objectContaining({ code: "network" }));
    }
  });
});
