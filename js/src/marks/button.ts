/** The button that clears the marks, and Escape, which does the same. */

import { isComposing } from "../dialog/keyboard.ts";

export class ClearButton {
  readonly #element = document.createElement("button");
  readonly #listening = new AbortController();
  /** Where the focus was before it came to the button. */
  #origin: EventTarget | null = null;

  /** @param root where the button stands, a landmark of the page */
  constructor(
    readonly root: HTMLElement,
    readonly clear: () => void,
  ) {
    const { signal } = this.#listening;
    const button = this.#element;
    button.type = "button";
    button.className = "fts-clear";
    button.setAttribute("aria-keyshortcuts", "Escape");
    button.addEventListener("click", clear);
    button.addEventListener("focus", (event) => {
      this.#origin = event.relatedTarget;
    });
    window.addEventListener("keydown", (event) => this.#keydown(event), { signal });
  }

  show({ text, language }: { text: string; language: string }): void {
    const key = document.createElement("kbd");
    key.className = "fts-clear-key";
    key.ariaHidden = "true";
    key.textContent = "esc";
    this.#element.lang = language;
    this.#element.replaceChildren(text, key);
    this.root.append(this.#element);
  }

  remove(): void {
    this.#listening.abort();
    const focused = document.activeElement === this.#element;
    this.#element.remove();
    if (focused) this.#giveFocusBack();
  }

  #keydown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
    // It closes the dialog: ours, or one of the theme's.
    if (document.querySelector("dialog[open]")) return;
    // Not for nothing: a theme that loads pages by itself may have taken the page away, and the button with it.
    if (this.#element.isConnected) event.preventDefault();
    this.clear();
  }

  /** To where it came from, or to the section that is read: from there Tab goes on. */
  #giveFocusBack(): void {
    const origin = this.#origin instanceof HTMLElement && this.#origin.isConnected ? this.#origin : null;
    const place = origin ?? document.querySelector<HTMLElement>(":target") ?? this.root;
    place.focus({ preventScroll: true });
    if (document.activeElement === place) return;
    place.tabIndex = -1;
    place.addEventListener("blur", () => place.removeAttribute("tabindex"), { once: true });
    place.focus({ preventScroll: true });
  }
}
