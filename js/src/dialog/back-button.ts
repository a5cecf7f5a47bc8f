/**
 * The back button closes the dialog on phones, where the dialog fills the screen like a page: while it is open, the
 * history has an entry for it.
 */

const ON_PHONES = "(max-width: 40rem), (pointer: coarse)";
const KEY = "ftsDialog";

export class BackButton {
  #armed = false;

  constructor(close: () => void) {
    addEventListener("popstate", () => {
      if (!this.#armed) return;
      this.#armed = false;
      close();
    });
  }

  /** The dialog has opened. */
  arm(): void {
    if (this.#armed || !matchMedia(ON_PHONES).matches) return;
    this.#armed = true;
    history.pushState({ ...history.state, [KEY]: true }, "");
  }

  /** The dialog has closed by other means: takes the entry out again. */
  disarm(): void {
    if (this.leave() && history.state?.[KEY]) history.back();
  }

  /** The reader goes to a page, which takes the entry's place in the history. False if there is no entry. */
  leaveFor(address: string): boolean {
    if (!this.leave()) return false;
    location.replace(address);
    return true;
  }

  /** Whether there is an entry, which is for the caller to replace. */
  leave(): boolean {
    const armed = this.#armed;
    this.#armed = false;
    return armed;
  }
}
