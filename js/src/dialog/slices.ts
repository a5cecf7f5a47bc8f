import { type Core, optionsOf, SLICE } from "./core.ts";
import { describeFailure, describeSlice } from "./describe.ts";
import type { Excerpts } from "./excerpts.ts";
import { codeOf, failureOf } from "./failures.ts";
import { hitId } from "./stops.ts";

/** Fetches further results of a group: one slice after the other, for a newer search would end the one before it. */
export class Slices {
  #last = Promise.resolve();

  constructor(
    readonly core: Core,
    readonly excerpts: Excerpts,
  ) {}

  /** @param index the group's place in the answer */
  next(index: number): void {
    const { core } = this;
    const { waiting, shown } = core.state;
    // While newer results are awaited those on the screen are on their way out.
    if (waiting || shown?.groups[index]?.more === "loading") return;
    core.dispatch({ type: "moreAsked", group: index });
    const { signal } = core;
    this.#last = this.#last.then(() => this.#fetch(index, signal));
  }

  async #fetch(index: number, signal: AbortSignal): Promise<void> {
    const { core } = this;
    const { shown } = core.state;
    const group = shown?.groups[index];
    if (!shown || !group) return;
    const { wiki, kind, slices } = group;
    try {
      signal.throwIfAborted();
      const part = { ...optionsOf(shown.query), wiki, kind, page: slices + 1, size: SLICE };
      const answer = await core.search.search(shown.query.text, { ...part, signal });
      signal.throwIfAborted();
      const slice = answer.groups.find((each) => each.wiki === wiki && each.kind === kind);
      core.dispatch({ type: "moreAnswered", group: index, slice });
      // The first of them stands where the reader pressed.
      this.excerpts.see([hitId(index, group.hits.length)]);
      core.teller.announce(describeSlice(core.texts, group.title, slice?.hits.length ?? 0));
    } catch (error) {
      if (core.state.shown?.query !== shown.query) return;
      const gaveUp = signal.aborted || codeOf(error) === "aborted";
      core.dispatch({ type: "moreFailed", group: index, gaveUp });
      if (!gaveUp) core.teller.announce(describeFailure(core.texts, failureOf(error)));
    }
  }
}
