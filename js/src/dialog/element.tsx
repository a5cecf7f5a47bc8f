/** The search in a `<dialog>`: opening and closing, and where the focus and the address are before and after. */

import { takeWords } from "../marks/words.ts";
import { BackButton } from "./back-button.ts";
import { opensElsewhere } from "./keyboard.ts";
import { isSamePage } from "./links.ts";
import { lockScroll } from "./scroll-lock.ts";
import { type Beginning, Surface, type SurfaceOptions } from "./surface.tsx";
import { DialogView } from "./view/dialog.tsx";

export interface Opening extends Beginning {
  /** Where the focus goes back to. Default: where it is now. */
  trigger?: Element | null | undefined;
}

export class SearchDialog {
  readonly #element = document.createElement("dialog");
  readonly #surface: Surface;
  readonly #mark: SurfaceOptions["mark"];
  readonly #back = new BackButton(() => this.#element.close());
  #isShown = false;
  /** Where the focus goes back to. */
  #origin: Element | null = null;

  constructor(options: SurfaceOptions) {
    this.#mark = options.mark;
    this.#element.className = "fts-dialog";
    this.#element.id = "fts-dialog";
    this.#surface = new Surface(this.#element, options, {
      View: DialogView,
      selectsFirst: true,
      isOpen: () => this.#element.open,
      close: () => this.#element.close(),
      followed: (event) => this.#followed(event),
      scrollToTop: () => this.#scrollToTop(),
    });
    this.#listen();
  }

  /** Loads what the first opening and the first search need. */
  warm(): void {
    this.#surface.warm();
  }

  async open({ trigger, ...beginning }: Opening): Promise<void> {
    const origin = trigger ?? document.activeElement;
    const { controller } = this.#surface;
    await this.#surface.load();
    this.#element.setAttribute("aria-label", this.#surface.texts.messages.search);
    if (!this.#element.open) {
      if (this.#isShown) this.#closed(); // the browser has closed it, and not said so yet
      this.#isShown = true;
      this.#origin = origin;
      // Also after a theme has exchanged what the body holds.
      if (!this.#element.isConnected) document.body.append(this.#element);
      this.#surface.show(controller.state);
      lockScroll(true);
      this.#element.showModal();
      this.#back.arm();
      // A shortcut gives no earlier sign of intent.
      controller.warm();
    }
    this.#surface.begin(beginning);
  }

  /** On a low screen it is the whole dialog that scrolls. */
  #scrollToTop(): void {
    const body = this.#surface.find(".fts-body");
    if (body) body.scrollTop = 0;
    this.#element.scrollTop = 0;
  }

  #listen(): void {
    const dialog = this.#element;
    dialog.addEventListener("close", () => {
      if (!dialog.open) this.#closed();
    });
    // From a text, Escape leads back to the results.
    dialog.addEventListener("cancel", (event) => {
      const { controller } = this.#surface;
      if (!controller.state.opened) return;
      event.preventDefault();
      controller.closeText();
      this.#surface.input.focus();
    });
    // A selection drawn from the input out over the backdrop must not close: press and release both count.
    let pressed: EventTarget | null = null;
    dialog.addEventListener("pointerdown", (event) => {
      pressed = event.target;
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && pressed === dialog) dialog.close();
    });
  }

  #followed(event: MouseEvent): void {
    if (opensElsewhere(event)) return;
    const link = event.currentTarget as HTMLAnchorElement;
    if (!isSamePage(link.href, location.href)) {
      if (this.#back.leaveFor(link.href)) event.preventDefault();
      // The dialog stays until the page goes; if the theme loads pages by itself, this one stays.
      else setTimeout(() => event.defaultPrevented && this.#element.close());
      return;
    }
    // With words the browser would take it for another page; it has them again for the next time.
    const { href } = link;
    this.#mark(takeWords(link));
    setTimeout(() => {
      link.href = href;
    });
    // The focus belongs to the section now.
    this.#origin = null;
    const replaces = this.#back.leave();
    this.#element.close();
    if (link.hash && !replaces) return;
    // The browser would load the page anew, or add to the history a second time.
    event.preventDefault();
    if (link.hash) location.replace(link.href);
    else {
      if (location.hash && !replaces) history.pushState(null, "", link.href);
      else if (location.hash) history.replaceState(null, "", link.href);
      scrollTo({ top: 0 });
    }
  }

  #closed(): void {
    this.#isShown = false;
    lockScroll(false);
    this.#back.disarm();
    this.#surface.controller.pause();
    if (this.#origin instanceof HTMLElement) this.#origin.focus({ preventScroll: true });
    this.#origin = null;
  }
}
