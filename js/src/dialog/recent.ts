import type { Core } from "./core.ts";
import { withRecent } from "./memory.ts";

/** What the device keeps: the recent searches, and whether drafts are searched. */
export class Recent {
  constructor(readonly core: Core) {}

  /** The search was of use: it joins the recent ones. */
  remember(): void {
    const { query, recent } = this.core.state;
    if (query) this.#set(withRecent(recent, query.text));
  }

  /** Without `text`, all of them. */
  forget(text?: string): void {
    this.#set(text === undefined ? [] : this.core.state.recent.filter((each) => each !== text));
  }

  /** Another tab may have searched meanwhile. */
  reload(): void {
    this.core.dispatch({ type: "recentSet", recent: this.core.host.memory.read().recent });
  }

  keep(): void {
    const { drafts, recent } = this.core.state;
    this.core.host.memory.write({ drafts, recent });
  }

  #set(recent: string[]): void {
    this.core.dispatch({ type: "recentSet", recent });
    this.keep();
  }
}
