/** The `<dialog>` element: opening and closing, keys, focus. */

import { render } from "preact";
import type { Search, TextOverrides } from "../types.ts";
import { Controller } from "./controller.ts";
import { commandOf, writes } from "./keyboard.ts";
import { Languages } from "./languages.ts";
import { isSamePage } from "./links.ts";
import { lockScroll } from "./scroll-lock.ts";
import { initialState, type State } from "./state.ts";
import { GENERATED, stopsOf } from "./stops.ts";
import { loadStylesheet } from "./stylesheet.ts";
import { isSameLanguage, tagOfPage } from "./tags.ts";
import { type Texts, texts } from "./texts.ts";
import type { Actions } from "./view/actions.ts";
import { DialogView } from "./view/dialog.tsx";

export interface DialogOptions {
  /** The address of the folder `fts/`, with its final slash. The site's base is its parent. */
  base: string;
  locale: string;
  texts?: TextOverrides | undefined;
  createSearch(): Search;
}

export class SearchDialog {
  readonly #element = document.createElement("dialog");
  readonly #controller: Controller;
  readonly #actions: Actions;
  #texts: Texts = texts("en");
  readonly #languages: Languages;
  readonly #locale: string;
  readonly #stylesheet: string;
  readonly #site: string;
  #shown = initialState;
  /** Where the focus goes back to. */
  #origin: Element | null = null;

  constructor({ base, locale, texts, createSearch }: DialogOptions) {
    this.#languages = new Languages(base, texts);
    this.#locale = locale;
    this.#stylesheet = new URL("search.css", base).href;
    this.#site = new URL("..", base).href;
    const textsNow = () => this.#texts;
    this.#controller = new Controller({
      createSearch,
      get texts() {
        return textsNow();
      },
      show: (state) => this.#show(state),
      follow: (id) => this.#press(id),
    });
    this.#actions = this.#createActions(this.#controller);
    this.#element.className = "fts-dialog";
    this.#element.id = "fts-dialog";
    this.#listen();
  }

  /** Loads what the first opening and the first search need. */
  warm(): void {
    loadStylesheet(this.#stylesheet).catch(() => {});
    this.#loadTexts();
    this.#controller.warm();
  }

  /** @param trigger where the focus goes back to; without it, to where it is now. */
  async open(trigger?: Element | null, query?: string | null): Promise<void> {
    const origin = trigger ?? document.activeElement;
    // A dialog that has lost its looks still serves.
    const looks = loadStylesheet(this.#stylesheet).catch(() => {});
    [this.#texts] = await Promise.all([this.#loadTexts(), looks]);
    this.#nameLanguage();
    if (!this.#element.open) {
      this.#origin = origin;
      // Also after a theme has exchanged what the body holds.
      if (!this.#element.isConnected) document.body.append(this.#element);
      this.#show(this.#controller.state);
      lockScroll(true);
      this.#element.showModal();
      // A shortcut gives no earlier sign of intent.
      this.#controller.warm();
    }
    if (query) this.#controller.searchFor(query);
    else this.#controller.resume();
    this.#input.focus();
    this.#input.select();
  }

  #loadTexts(): Promise<Texts> {
    return this.#languages.load(tagOfPage(this.#locale));
  }

  /** A page that is written from right to left may have a dialog in English. */
  #nameLanguage(): void {
    const { language, messages } = this.#texts;
    const differs = !isSameLanguage(language, document.documentElement.lang);
    this.#element.lang = differs ? language : "";
    this.#element.dir = differs ? "ltr" : "";
    this.#element.setAttribute("aria-label", messages.search);
  }

  get #input(): HTMLInputElement {
    return this.#element.querySelector(".fts-input") as HTMLInputElement;
  }

  get #frame(): HTMLElement {
    return this.#element.querySelector(".fts-frame") as HTMLElement;
  }

  get #body(): HTMLElement {
    return this.#element.querySelector(".fts-body") as HTMLElement;
  }

  #createActions(controller: Controller): Actions {
    return {
      type: (text) => controller.type(text),
      setDrafts: (on) => controller.setDrafts(on),
      searchLiterally: () => controller.searchLiterally(),
      showMore: (group) => controller.showMore(group),
      toggleGenerated: () => controller.toggleGenerated(),
      select: (id) => controller.select(id),
      followed: (event) => this.#followed(event),
      retry: () => controller.retry(),
      reload: () => location.reload(),
      close: () => this.#element.close(),
    };
  }

  #show(state: State): void {
    const focused = document.activeElement;
    const view = <DialogView state={state} texts={this.#texts} actions={this.#actions} site={this.#site} />;
    render(view, this.#element);
    // A button may go with the answer that it stood in.
    if (this.#element.open && !focused?.isConnected) this.#refocus();
    const before = this.#shown;
    this.#shown = state;
    if (state.shown?.answer !== before.shown?.answer) this.#scrollToTop();
    else if (state.selected !== before.selected) this.#reveal(state, state.selected);
    else if (state.generatedOpen && !before.generatedOpen) this.#revealGenerated(state);
  }

  /** Keeps a stop in view, and with the first one also what stands above it. */
  #reveal(state: State, id: string | null | undefined): void {
    if (!id) return;
    if (id === stopsOf(state)[0]) this.#scrollToTop();
    this.#find(id)?.scrollIntoView({ block: "nearest" });
  }

  /** What opens below the edge would seem not to open. */
  #revealGenerated(state: State): void {
    const stops = stopsOf(state);
    this.#reveal(state, stops[stops.indexOf(GENERATED) + 1]);
  }

  /** On a low screen it is the whole dialog that scrolls. */
  #scrollToTop(): void {
    this.#body.scrollTop = 0;
    this.#element.scrollTop = 0;
  }

  #find(id: string): HTMLElement | null {
    return this.#element.querySelector(`#${id}`);
  }

  #listen(): void {
    const dialog = this.#element;
    dialog.addEventListener("keydown", (event) => this.#keydown(event));
    dialog.addEventListener("close", () => this.#closed());
    // A selection drawn from the input out over the backdrop must not close: press and release both count.
    let pressed: EventTarget | null = null;
    dialog.addEventListener("pointerdown", (event) => {
      pressed = event.target;
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog && pressed === dialog) dialog.close();
    });
    // Who scrolls the results with a finger wants to read them: the phone's keyboard makes room.
    dialog.addEventListener(
      "touchmove",
      (event) => {
        if (this.#body.contains(event.target as Node)) this.#frame.focus({ preventScroll: true });
      },
      { passive: true },
    );
    dialog.addEventListener("focusin", (event) => {
      if (event.target === this.#input) this.#controller.leaveGenerated();
    });
  }

  #keydown(event: KeyboardEvent): void {
    // The page behind has keys of its own, such as "n" for the next page.
    event.stopPropagation();
    const command = commandOf(event);
    if (command === "next" || command === "previous") {
      event.preventDefault();
      this.#move(command === "next" ? 1 : -1);
    } else if (command === "open" && event.target === this.#input) {
      event.preventDefault();
      const id = this.#controller.enter();
      if (id) this.#press(id, event);
    } else if (writes(event) && event.target !== this.#input) {
      this.#input.focus();
    }
  }

  #move(step: 1 | -1): void {
    this.#controller.move(step);
    const { selected } = this.#controller.state;
    // The button of the generated pages is no option of a list: it takes the focus itself.
    (selected === GENERATED ? this.#find(GENERATED) : this.#input)?.focus();
  }

  /** As if clicked, with the modifiers that ask the browser for a new tab or window. */
  #press(id: string, { ctrlKey, metaKey, shiftKey }: Partial<KeyboardEvent> = {}): void {
    const modifiers = { ctrlKey: !!ctrlKey, metaKey: !!metaKey, shiftKey: !!shiftKey };
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, ...modifiers });
    this.#find(id)?.dispatchEvent(click);
  }

  #followed(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.currentTarget as HTMLAnchorElement;
    if (!isSamePage(link.href, location.href)) {
      // The dialog stays until the page goes; if the theme loads pages by itself, this one stays.
      setTimeout(() => event.defaultPrevented && this.#element.close());
      return;
    }
    // The focus belongs to the section now.
    this.#origin = null;
    this.#element.close();
    if (!link.hash) {
      // The browser would load the page anew.
      event.preventDefault();
      if (location.hash) history.pushState(null, "", link.href);
      scrollTo({ top: 0 });
    }
  }

  #closed(): void {
    lockScroll(false);
    this.#controller.pause();
    if (this.#origin instanceof HTMLElement) this.#origin.focus({ preventScroll: true });
    this.#origin = null;
  }

  /** Not to the input where that would bring up a keyboard over the results. */
  #refocus(): void {
    (matchMedia("(hover: none)").matches ? this.#frame : this.#input).focus();
  }
}
