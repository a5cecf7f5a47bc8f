import { SearchError } from "../types.ts";
import type { Transport } from "./chunks.ts";

function failure(url: URL, status: number): SearchError {
  return new SearchError("network", `${url} could not be fetched${status ? `: status ${status}` : ""}`);
}

const CACHES = { fresh: "no-cache", anew: "reload", ahead: "default" } as const;

/** Plain GET requests, without Range: some hosts ignore it, some compress in spite of it. */
export const http: Transport = {
  async fetch(url, how) {
    let response: Response;
    try {
      response = await fetch(url, {
        cache: how ? CACHES[how] : "default",
        priority: how === "ahead" ? "low" : "auto",
      });
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
    } catch {
      throw failure(url, 0);
    }
    throw failure(url, response.status);
  },

  fetchSync(url) {
    const request = new XMLHttpRequest();
    request.open("GET", url, false);
    request.responseType = "arraybuffer";
    try {
      request.send();
    } catch {
      throw failure(url, 0);
    }
    if (request.status !== 200) throw failure(url, request.status);
    return new Uint8Array(request.response as ArrayBuffer);
  },
};
