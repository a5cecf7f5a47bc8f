import type { Engine } from "./engine.ts";

/**
 * An engine that waits for each chunk that it lacks, behind a reader, which fetches chunks side by side: what is asked of the
 * one is asked of the other before. What the reader answers is dropped; where it fails, so will the engine.
 */
export function foreseeing(engine: Engine, reader: Engine): Engine {
  return new Proxy(engine, {
    get(target, name: keyof Engine) {
      if (!(name in target)) return undefined; // whoever awaits the engine looks for `then`
      const ask = (asked: Engine, values: unknown[]) => Reflect.apply(asked[name], asked, values);
      if (name === "close") return () => [reader, target].map((each) => each.close());
      return async (...values: unknown[]) => {
        await ask(reader, values).catch(() => {});
        return ask(target, values);
      };
    },
  });
}
