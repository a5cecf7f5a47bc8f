/** Plain scripts in a document without a browser: text by address, run when an element with that address is added. */
import { vi } from "vitest";

export function stubScripts(scripts: Map<string, string>) {
  /** Addresses in the order they were asked for. */
  const asked: string[] = [];
  const present = new Set<unknown>();

  class Script {
    src = "";
    onload?: () => void;
    onerror?: () => void;
    remove() {
      present.delete(this);
    }
  }

  const append = (script: Script) => {
    asked.push(script.src);
    present.add(script);
    setTimeout(() => {
      const text = scripts.get(script.src);
      if (text === undefined) return script.onerror?.();
      // As a script of its own, in which an assignment reaches the global object.
      new Function(text)();
      script.onload?.();
    });
  };

  vi.stubGlobal("document", {
    baseURI: "file:///site/index.html",
    createElement: () => new Script(),
    head: { append },
  });
  return { asked, present };
}
