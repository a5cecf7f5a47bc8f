import { vi } from "vitest";
import { Controller } from "../../src/dialog/controller.ts";
import { texts } from "../../src/dialog/texts.ts";
import { type Answer, type Search, SearchError, type SearchOptions } from "../../src/types.ts";
import { answer, group, hit } from "./answers.ts";

export const FOUND = answer([group("help", [hit("a"), hit("b")], 5), group("tech", [hit("c")], 3)]);

export interface Call {
  query: string;
  options: SearchOptions;
  resolve(answer: Answer): Promise<void>;
  reject(error: unknown): Promise<void>;
}

/** A controller over searches that a test answers by hand, in the order it likes. */
export function setUp() {
  const calls: Call[] = [];
  const followed: string[] = [];
  const closed: number[] = [];
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
      warm: () => Promise.reject(new SearchError("network", "")),
      close: () => void closed.push(number),
    };
  };
  const controller = new Controller({
    createSearch,
    texts: texts("en"),
    show: () => {},
    follow: (id) => followed.push(id),
  });
  const last = () => calls.at(-1) as Call;
  return { controller, calls, last, followed, closed, created: () => created };
}
