/** The search page: the same search at an address that can be shared. */

import { askedBy, searchPageHref } from "./links.ts";
import type { State } from "./state.ts";
import { type Beginning, Surface, type SurfaceOptions } from "./surface.tsx";
import { PageView } from "./view/dialog.tsx";

export class SearchPage {
  readonly #surface: Surface;
  readonly #title = document.title;
  readonly #path = location.pathname;
  #shown: Promise<void> | undefined;

  /** @param element what the search takes the place of */
  constructor(
    readonly element: HTMLElement,
    options: SurfaceOptions,
  ) {
    this.#surface = new Surface(element, options, {
      View: PageView,
      // Enter in the input is for the search, as on every search page.
      selectsFirst: false,
      isOpen: () => element.isConnected,
      close: () => {},
      followed: () => {},
      scrollToTop: () => {},
      changed: (state) => this.#writeAddress(state),
    });
  }

  /** Shows it, once; returns when it is there. */
  show(): Promise<void> {
    this.#shown ??= this.#show();
    return this.#shown;
  }

  async focus(beginning: Beginning): Promise<void> {
    await this.show();
    this.#surface.begin(beginning);
  }

  /** The theme has put another page into its place. */
  end(): void {
    this.#surface.controller.end();
  }

  async #show(): Promise<void> {
    const { controller } = this.#surface;
    const asked = askedBy(location.href);
    await this.#surface.load();
    this.element.replaceChildren();
    this.element.classList.add("fts-page");
    controller.start(asked.text, asked);
    if (asked.opened) controller.openText(asked.opened, decodeURIComponent(location.hash.slice(1)));
    this.#surface.show(controller.state);
    // With results there is something to read first.
    if (!asked.text) this.#surface.input.focus();
  }

  #writeAddress({ text, drafts, wiki, opened }: State): void {
    // It may be that of another page by now, of which the theme has not got the content yet.
    if (location.pathname !== this.#path || !this.element.isConnected) return;
    const trimmed = text.trim();
    const asked = { text: trimmed, drafts, wiki: wiki?.id ?? null, opened: opened?.url ?? null };
    const href = searchPageHref(location.href, asked);
    try {
      if (href !== location.href) history.replaceState(history.state, "", href);
    } catch {
      // Safari allows a hundred in ten seconds, less than a held key makes. The next change writes it.
    }
    document.title = trimmed ? `${trimmed} – ${this.#title}` : this.#title;
  }
}
