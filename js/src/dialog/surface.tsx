/** The search in an element of the page, be it a dialog or not: rendering, keys, and the focus within. */

import { type ComponentType, render } from "preact";
import type { EngineChoice, Search, TextOverrides } from "../types.ts";
import { Controller } from "./controller.ts";
import { InView } from "./in-view.ts";
import { commandOf, opensElsewhere, writes } from "./keyboard.ts";
import { Languages } from "./languages.ts";
import { isText } from "./links.ts";
import { Memory } from "./memory.ts";
import { keepFromTheme } from "./other-language.ts";
import { initialState, type State } from "./state.ts";
import { GENERATED, isButton, nextStop, stopsOf } from "./stops.ts";
import { loadStylesheet } from "./stylesheet.ts";
import { isSameLanguage, tagOfPage } from "./tags.ts";
import { type Texts, texts } from "./texts.ts";
import type { Actions } from "./view/actions.ts";
import type { ViewProps } from "./view/props.ts";

/** Where a search is. */
export interface Place {
  /** The address of the folder `fts/`, with its final slash. The site's base is its parent. */
  base: string;
  /** What answers. Default: `auto`. */
  engine?: EngineChoice | undefined;
  /** The theme's language, a BCP 47 tag. */
  locale: string;
  /** The site's own texts, if it has any. */
  texts?: TextOverrides | undefined;
  /** The search page's address, relative to the site's base; without it there is none. */
  searchPage?: string | undefined;
  /** Marks words on this page, as they stand in the address of a result. */
  mark(words: string): void;
}

/** What a search begins with. */
export interface Beginning {
  /** Searched for at once. Default: what was there before. */
  query?: string | undefined;
  /** Takes what the reader is typing elsewhere, at the moment when the keys go to the input. */
  takeTyped?: (() => string) | undefined;
}

export interface SurfaceOptions extends Place {
  createSearch(): Search;
}

/** What a dialog and a page do each in their own way. */
export interface Manner {
  View: ComponentType<ViewProps>;
  /** Whether the first result is selected as soon as it is there. */
  selectsFirst: boolean;
  /** Whether readers see it. */
  isOpen(): boolean;
  close(): void;
  /** A link was pressed; its own action follows unless it is prevented. */
  followed(event: MouseEvent): void;
  changed?(state: State): void;
  /** Where what is shown scrolls. */
  scrollToTop(): void;
}

export class Surface {
  readonly controller: Controller;
  readonly searchPage: string | null;
  texts: Texts = texts("en");
  readonly #actions: Actions;
  readonly #languages: Languages;
  readonly #locale: string;
  readonly #stylesheet: string;
  readonly #site: string;
  readonly #inView: InView;
  /** The press of Enter after which a result may be followed later. */
  #entered: KeyboardEvent | undefined;
  #shown = initialState;

  constructor(
    readonly element: HTMLElement,
    { base, locale, texts, searchPage, createSearch }: SurfaceOptions,
    readonly manner: Manner,
  ) {
    this.#languages = new Languages(base, texts);
    this.#locale = locale;
    this.#stylesheet = new URL("search.css", base).href;
    this.#site = new URL("..", base).href;
    this.searchPage = searchPage ? new URL(searchPage, this.#site).href : null;
    const textsNow = () => this.texts;
    this.controller = new Controller(
      {
        createSearch,
        get texts() {
          return textsNow();
        },
        memory: new Memory(this.#site),
        show: (state) => this.show(state),
        follow: (id) => this.#press(id, this.#entered),
      },
      manner,
    );
    this.#actions = this.#createActions(this.controller);
    this.#inView = new InView((ids) => this.controller.see(ids));
    element.classList.add("fts-search");
    element.addEventListener("keydown", (event) => this.#keydown(event));
    element.addEventListener("focusin", (event) => {
      if (event.target === this.input) this.controller.leaveButton();
    });
    // Who scrolls the results with a finger wants to read them: the phone's keyboard makes room.
    element.addEventListener(
      "touchmove",
      (event) => {
        if (this.find(".fts-body")?.contains(event.target as Node)) this.frame.focus({ preventScroll: true });
      },
      { passive: true },
    );
  }

  /** Loads what the first search needs. */
  warm(): void {
    loadStylesheet(this.#stylesheet).catch(() => {});
    this.#loadTexts();
    this.controller.warm();
  }

  /** Loads what it looks like and what it says; a search that has lost its looks still serves. */
  async load(): Promise<void> {
    const looks = loadStylesheet(this.#stylesheet).catch(() => {});
    [this.texts] = await Promise.all([this.#loadTexts(), looks]);
    this.#nameLanguage();
  }

  get input(): HTMLInputElement {
    return this.find(".fts-input") as HTMLInputElement;
  }

  get frame(): HTMLElement {
    return this.find(".fts-frame") as HTMLElement;
  }

  /** Gives the input the focus, and what there is to begin with. */
  begin({ query, takeTyped }: Beginning): void {
    const { controller, input } = this;
    input.focus();
    const typed = takeTyped?.();
    if (typed) {
      controller.type(typed);
      input.setSelectionRange(typed.length, typed.length);
    } else {
      if (query) controller.searchFor(query);
      else controller.resume();
      input.select();
    }
  }

  find(selector: string): HTMLElement | null {
    return this.element.querySelector(selector);
  }

  show(state: State): void {
    const focused = document.activeElement;
    const { View } = this.manner;
    const { texts, searchPage } = this;
    render(
      <View state={state} texts={texts} actions={this.#actions} site={this.#site} searchPage={searchPage} />,
      this.element,
    );
    // A button may go with the answer that it stood in.
    if (this.manner.isOpen() && focused && !focused.isConnected) this.#refocus();
    const before = this.#shown;
    this.#shown = state;
    if (state.opened?.text !== before.opened?.text) this.#showOpened(state);
    else if (state.shown?.answer !== before.shown?.answer) this.manner.scrollToTop();
    else if (state.selected !== before.selected) this.#reveal(state, state.selected);
    else if (state.generatedOpen && !before.generatedOpen) this.#revealGenerated(state);
    const { shown, generatedOpen, opened } = before;
    if (state.shown !== shown || state.generatedOpen !== generatedOpen || state.opened !== opened)
      this.#inView.update(this.element, state.shown?.answer !== shown?.answer);
    this.manner.changed?.(state);
  }

  #loadTexts(): Promise<Texts> {
    return this.#languages.load(tagOfPage(this.#locale));
  }

  /** A page that is written from right to left may have a search in English. */
  #nameLanguage(): void {
    const { language } = this.texts;
    const differs = !isSameLanguage(language, document.documentElement.lang);
    this.element.lang = differs ? language : "";
    this.element.dir = differs ? "ltr" : "";
  }

  #createActions(controller: Controller): Actions {
    return {
      type: (text) => controller.type(text),
      setDrafts: (on) => controller.setDrafts(on),
      setWiki: (wiki) => controller.setWiki(wiki),
      searchFor: (text) => {
        controller.searchFor(text);
        this.#refocus();
      },
      forget: (text) => controller.forget(text),
      searchLiterally: () => controller.searchLiterally(),
      showMore: (group) => controller.showMore(group),
      toggleGenerated: () => controller.toggleGenerated(),
      select: (id) => controller.select(id),
      followed: (event, url, anchor) => {
        controller.remember();
        if (!isText(url) || opensElsewhere(event)) {
          keepFromTheme(event.currentTarget as HTMLAnchorElement);
          this.manner.followed(event);
          return;
        }
        event.preventDefault();
        controller.openText(url, anchor);
      },
      allResults: (event) => {
        controller.remember();
        this.manner.followed(event);
      },
      closeText: () => {
        controller.closeText();
        this.#refocus();
      },
      retry: () => controller.retry(),
      reload: () => location.reload(),
      close: () => this.manner.close(),
    };
  }

  /** Keeps a stop in view, and with the first one also what stands above it. */
  #reveal(state: State, id: string | null | undefined): void {
    if (!id) return;
    if (id === stopsOf(state)[0]) this.manner.scrollToTop();
    this.find(`#${id}`)?.scrollIntoView({ block: "nearest" });
  }

  /** What opens below the edge would seem not to open. */
  #revealGenerated(state: State): void {
    const stops = stopsOf(state);
    this.#reveal(state, stops[stops.indexOf(GENERATED) + 1]);
  }

  #showOpened({ opened, selected }: State): void {
    this.manner.scrollToTop();
    // From there the keys of reading reach it.
    if (opened) this.find(".fts-back")?.focus({ preventScroll: true });
    if (opened?.anchor) this.find(`[data-anchor="${CSS.escape(opened.anchor)}"]`)?.scrollIntoView();
    // Back at the results, it goes on where it was.
    if (!opened && selected) this.find(`#${selected}`)?.scrollIntoView({ block: "nearest" });
  }

  #keydown(event: KeyboardEvent): void {
    // Once closed, the input keeps the focus until the browser paints anew: what is pressed then is for the page.
    if (!this.manner.isOpen()) return;
    // The page behind has keys of its own, such as "n" for the next page.
    event.stopPropagation();
    const command = commandOf(event);
    // In a text the keys scroll.
    if (command && this.controller.state.opened) return;
    if (command === "next" || command === "previous") {
      event.preventDefault();
      this.#move(command === "next" ? 1 : -1);
    } else if (command === "open" && event.target === this.input) {
      event.preventDefault();
      this.#entered = event;
      const id = this.controller.enter();
      if (id) this.#press(id, event);
    } else if (writes(event) && event.target !== this.input) {
      this.input.focus();
    }
  }

  #move(step: 1 | -1): void {
    const { state } = this.controller;
    const isAtStart = nextStop(stopsOf(state), state.selected, step) === state.selected && step < 0;
    if (!isAtStart) this.controller.move(step);
    const { selected } = this.controller.state;
    // A button is no option of a list: it takes the focus itself. From the first one the way up leads to the input.
    (isButton(selected) && !isAtStart ? this.find(`#${selected}`) : this.input)?.focus();
  }

  /** As if clicked, with the modifiers that ask the browser for a new tab or window. */
  #press(id: string, { ctrlKey, metaKey, shiftKey }: Partial<KeyboardEvent> = {}): void {
    const modifiers = { ctrlKey: !!ctrlKey, metaKey: !!metaKey, shiftKey: !!shiftKey };
    const click = new MouseEvent("click", { bubbles: true, cancelable: true, composed: true, ...modifiers });
    this.find(`#${id}`)?.dispatchEvent(click);
  }

  /** Not to the input where that would bring up a keyboard over the results. */
  #refocus(): void {
    (matchMedia("(hover: none)").matches ? this.frame : this.input).focus();
  }
}
