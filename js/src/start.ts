/**
 * `start.js`: on every page, as a plain script. Waits for the first sign that a reader wants to search, and only then
 * loads the dialog.
 */

import { cannotLoad } from "./dialog/cannot-load.ts";
import { isCharacter, matchesShortcut, parseShortcut, takesText } from "./dialog/shortcuts.ts";
import { tagOfPage } from "./dialog/tags.ts";
import { beginKeeping, keeps, takeKept } from "./keys-ahead.ts";
import { fromDisk, loadModule, loadScript } from "./loading.ts";
import { onArrival } from "./marks/arrival.ts";
import type { Settings } from "./types.ts";

type Dialog = typeof import("./dialog/index.ts");
type Marks = typeof import("./marks/index.ts");

/** The plugin writes the settings in this name's place. */
declare const __FTS_SETTINGS__: Settings;

const { shortcuts: keys, openSearch, ...settings } = __FTS_SETTINGS__;
const { locale, texts } = settings;
const base = new URL(".", (document.currentScript as HTMLScriptElement).src).href;
const place = { base, ...settings, mark };
const shortcuts = keys.map((text) => parseShortcut(text, /Mac|iP/.test(navigator.platform)));

/** The search box of the themes `mkdocs` and its kin, a modal of Bootstrap's, whose place the dialog takes. */
const THEME_MODALS = ["mkdocs_search_modal", "properdocs_search_modal"];
/** A field of a form that leads to the search page where there are no scripts. */
const FIELD = "[data-fts-form] input";
const BUTTON = "[data-fts-open]";
const PAGE = "[data-fts-page]";
const OPENERS = [BUTTON, FIELD, ...THEME_MODALS.map((id) => `[data-bs-target="#${id}"]`)].join();

type NotFromDisk = typeof import("./dialog/not-from-disk.ts");

let loading: Promise<Dialog> | undefined;

function load(): Promise<Dialog> {
  if (loading) return loading;
  // The dialog imports it: so it comes beside the dialog, not after it.
  if (!fromDisk()) addLink({ rel: "modulepreload", href: `${base}search.js` });
  loading = loadModule<Dialog>(base, "dialog").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

function addLink(properties: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement("link"), properties));
}

/** A page without marks serves too: what fails here is for the console alone. */
async function mark(words: string): Promise<void> {
  try {
    const marks = await loadModule<Marks>(base, "marks");
    marks.mark(words, place);
  } catch (error) {
    console.warn(error);
  }
}

async function use(action: (dialog: Dialog) => Promise<void>): Promise<void> {
  try {
    await action(await load());
  } catch (error) {
    console.error(error);
    showFailure(await failureText());
  }
}

async function open(trigger?: Element | null, query?: string): Promise<void> {
  beginKeeping();
  await use((dialog) => dialog.open(place, { trigger, query, takeTyped: takeKept }));
  takeKept();
}

// Who turns to something else types for that.
addEventListener("pointerdown", takeKept, true);

let moving = false;

/** What is typed into a field until the dialog is there moves to it, all at once. */
async function openFrom(field: HTMLInputElement): Promise<void> {
  if (moving) return;
  moving = true;
  const takeTyped = () => {
    const { value } = field;
    field.value = "";
    return value;
  };
  await use((dialog) => dialog.open(place, { trigger: field, takeTyped }));
  moving = false;
}

async function failureText(): Promise<string> {
  const tag = tagOfPage(locale);
  try {
    if (fromDisk()) return (await loadScript<NotFromDisk>(`${base}not-from-disk.js`)).notFromDisk(tag, texts);
  } catch {}
  return cannotLoad(tag, texts);
}

/** Without the dialog's style sheet: with what the browser has. */
function showFailure(text: string): void {
  const box = document.createElement("dialog");
  const button = document.createElement("button");
  button.textContent = "OK";
  button.onclick = () => box.close();
  box.onclose = () => box.remove();
  box.append(text, " ", button);
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
  const opener = openerOf(event, `${BUTTON},${FIELD}`);
  // An opener may be a link to a page: in a new tab it is one.
  if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (opener.matches(FIELD)) openFrom(opener as HTMLInputElement);
  else open(opener, opener.dataset.ftsOpen);
});

// Those who come to a field by keys open the dialog by typing, or by Enter. While an input method composes it keeps the
// field.
for (const type of ["input", "compositionend", "submit"]) {
  document.addEventListener(type, (event) => {
    const field = openerOf(event, "[data-fts-form]")?.querySelector("input");
    if (!field || (event as InputEvent).isComposing) return;
    event.preventDefault();
    openFrom(field);
  });
}

document.addEventListener("show.bs.modal", (event) => {
  if (!THEME_MODALS.includes((event.target as Element).id)) return;
  event.preventDefault();
  const { relatedTarget } = event as Event & { relatedTarget?: Element };
  // For an address with `?q=…` the theme opens its modal by itself; the search page needs none.
  if (relatedTarget || !document.querySelector(PAGE)) open(relatedTarget);
});

window.addEventListener(
  "keydown",
  (event) => {
    // Filling in a form, Chromium sends such an event without a key.
    if (!event.key || event.isComposing) return;
    const isKept = keeps(event);
    const shortcut = shortcuts.find((each) => matchesShortcut(each, event));
    if (!isKept && (!shortcut || (isCharacter(shortcut) && takesText(event.composedPath()[0])))) return;
    // Neither the browser nor the theme shall act on it too.
    event.preventDefault();
    event.stopPropagation();
    if (!isKept) open();
  },
  true,
);

/** What a page holds for us, also one that a theme has put into the place of another. */
function setUpPage(): void {
  const page = document.querySelector<HTMLElement>(PAGE);
  if (page) use((dialog) => dialog.showPage(place, page));
  showButton();
}

/** The theme Material shows on phones a label, which keys do not reach. */
function showButton(): void {
  const button = document.querySelector<HTMLElement>("[data-fts-instead-of]");
  const label = document.querySelector<HTMLElement>(`header label[for="${button?.dataset.ftsInsteadOf}"]`);
  if (!button || !label) return;
  label.hidden = false;
  button.hidden = getComputedStyle(label).display === "none";
  label.hidden = !button.hidden;
}

addEventListener("resize", showButton);

if (openSearch) {
  const type = "application/opensearchdescription+xml";
  addLink({ rel: "search", type, title: openSearch, href: new URL("../opensearch.xml", base).href });
}

setUpPage();
/** Of the theme Material, where it loads pages by itself. */
(window as { document$?: { subscribe(next: () => void): void } }).document$?.subscribe(setUpPage);

onArrival(mark);
