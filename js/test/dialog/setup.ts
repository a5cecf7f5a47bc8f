import { vi } from "vitest";
import { Controller } from "../../src/dialog/controller.ts";
import type { Kept } from "../../src/dialog/memory.ts";
import { texts } from "../../src/dialog/texts.ts";
import {
  type Answer,
  type PageText,
  type Passages,
  type Search,
  SearchError,
  type SearchOptions,
} from "../../src/types.ts";
import { answer, group, hit } from "./answers.ts";

export const FOUND = answer([group("help", [hit("a"), hit("b")], 5), group("tech", [hit("c")], 3)]);

export interface Call {
  query: string;
  options: SearchOptions;
  resolve(answer: Answer): Promise<void>;
  reject(error: unknown): Promise<void>;
}

export interface Excerpting {
  query: string;
  urls: readonly string[];
  options: SearchOptions;
  resolve(passages: (Passages | null)[]): Promise<void>;
  reject(error: unknown): Promise<void>;
}

export interface Read {
  url: string;
  resolve(text: PageText | null): Promise<void>;
  reject(error: unknown): Promise<void>;
}

/** What the device keeps, as the last write left it. */
export function memoryOf(kept: Kept = { drafts: false, recent: [] }) {
  return {
    kept,
    read: () => kept,
    write(next: Kept) {
      kept = next;
      this.kept = next;
    },
  };
}

/** A controller over searches that a test answers by hand, in the order it likes. */
export function setUp(memory = memoryOf()) {
  const calls: Call[] = [];
  const followed: string[] = [];
  const closed: number[] = [];
  const reads: Read[] = [];
  const excerptings: Excerpting[] = [];
  let created = 0;
  const settle = async (answer: () => void) => {
    answer();
    await vi.advanceTimersByTimeAsync(0);
  };
  const createSearch = (): Search => {
    const number = created++;
    return {
      search: (query, options = {}) =>
        new Promise((resolve, reject) => {
          calls.push({
            query,
            options,
            resolve: (answer) => settle(() => resolve(answer)),
            reject: (error) => settle(() => reject(error)),
          });
        }),
      excerpts: (query, urls, options = {}) =>
        new Promise((resolve, reject) => {
          excerptings.push({
            query,
            urls,
            options,
            resolve: (passages) => settle(() => resolve(passages)),
            reject: (error) => settle(() => reject(error)),
          });
        }),
      read: (url) =>
        new Promise((resolve, reject) => {
          reads.push({
            url,
            resolve: (text) => settle(() => resolve(text)),
            reject: (error) => settle(() => reject(error)),
          });
        }),
      warm: () => Promise.reject(new SearchError("network", "")),
      close: () => void closed.push(number),
    };
  };
  const controller = new Controller({
    createSearch,
    texts: texts("en"),
    memory,
    show: () => {},
    follow: (id) => followed.push(id),
  });
  const last = () => calls.at(-1) as Call;
  return { controller, calls, last, excerptings, reads, followed, closed, memory, created: () => created };
}
