/**
 * `start.js`: on every page, as a plain script. Waits for the first sign that a reader wants to search, and only then
 * loads the dialog.
 */

import { cannotLoad } from "./dialog/cannot-load.ts";
import { isCharacter, matchesShortcut, parseShortcut, takesText } from "./dialog/shortcuts.ts";
import { tagOfPage } from "./dialog/tags.ts";
import type { Settings } from "./types.ts";

type Dialog = typeof import("./dialog/index.tsx");

/** The plugin writes the settings in this name's place. */
declare const __FTS_SETTINGS__: Settings;

const { shortcuts: keys, locale, texts } = __FTS_SETTINGS__;
const base = new URL(".", (document.currentScript as HTMLScriptElement).src).href;
const place = { base, locale, texts };
const shortcuts = keys.map((text) => parseShortcut(text, /Mac|iP/.test(navigator.platform)));

/** The search box of the theme `mkdocs`, a modal of Bootstrap's, whose place the dialog takes. */
const THEME_MODAL = "mkdocs_search_modal";
const OPENERS = `[data-fts-open],[data-bs-target="#${THEME_MODAL}"]`;

let loading: Promise<Dialog> | undefined;
let failures = 0;

function load(): Promise<Dialog> {
  // A browser may remember that a module could not be loaded: under another address it tries again.
  loading ??= import(`${base}dialog.js${failures ? `?${failures}` : ""}`).catch((error) => {
    loading = undefined;
    failures++;
    throw error;
  });
  return loading as Promise<Dialog>;
}

async function open(trigger?: Element | null, query?: string): Promise<void> {
  try {
    const dialog = await load();
    await dialog.open({ ...place, trigger, query });
  } catch (error) {
    console.error(error);
    showFailure();
  }
}

/** Without the dialog's style sheet: with what the browser has. */
function showFailure(): void {
  const box = document.createElement("dialog");
  const button = document.createElement("button");
  button.textContent = "OK";
  button.onclick = () => box.close();
  box.onclose = () => box.remove();
  box.append(cannotLoad(tagOfPage(locale), texts), " ", button);
  document.body.append(box);
  box.showModal();
}

function openerOf(event: Event, selector: string): HTMLElement | null | undefined {
  // The document itself can be a target too.
  return (event.target as Element).closest?.<HTMLElement>(selector);
}

// A touch begins with a "pointerover" too.
for (const intent of ["pointerover", "focusin"]) {
  document.addEventListener(intent, (event) => {
    // What fails here shows when the reader opens the dialog.
    if (openerOf(event, OPENERS))
      load().then(
        (dialog) => dialog.warm(place),
        () => {},
      );
  });
}

document.addEventListener("click", (event) => {
  const opener = openerOf(event, "[data-fts-open]");
  // An opener may be a link to a page: in a new tab it is one.
  if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  open(opener, opener.dataset.ftsOpen);
});

document.addEventListener("show.bs.modal", (event) => {
  if ((event.target as Element).id !== THEME_MODAL) return;
  event.preventDefault();
  open((event as Event & { relatedTarget?: Element }).relatedTarget);
});

window.addEventListener(
  "keydown",
  (event) => {
    // Filling in a form, Chromium sends such an event without a key.
    if (!event.key || event.isComposing) return;
    const shortcut = shortcuts.find((each) => matchesShortcut(each, event));
    if (!shortcut || (isCharacter(shortcut) && takesText(event.composedPath()[0]))) return;
    // Neither the browser nor the theme shall act on it too.
    event.preventDefault();
    event.stopPropagation();
    open();
  },
  true,
);
