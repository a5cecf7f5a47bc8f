import { SearchError } from "../types.ts";
import type { Core } from "./core.ts";
import { describeFailure } from "./describe.ts";
import { failureOf } from "./failures.ts";
import { fill } from "./texts.ts";

/** Shows a document's text in the place of the results. */
export async function openText(core: Core, url: string, anchor: string): Promise<void> {
  core.dispatch({ type: "textAsked", url, anchor });
  const { signal } = core;
  try {
    const text = await core.search.read(url, { signal });
    if (text === null) throw new SearchError("format", `the index has no ${url}`);
    core.dispatch({ type: "textRead", url, text });
    core.teller.announce(fill(core.texts.messages.openedText, { title: text.title }).join(""));
  } catch (error) {
    if (signal.aborted) return;
    const failure = failureOf(error);
    core.dispatch({ type: "textFailed", url, failure });
    core.teller.announce(describeFailure(core.texts, failure));
  }
}
