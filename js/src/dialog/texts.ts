/** Everything the dialog says. A language is one more entry in `languages`. */

/** Forms by the language's plural rules; `{n}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

export interface FailureMessage {
  what: string;
  help: string;
}

export interface Messages {
  search: string;
  close: string;
  /** `{phrase}` and `{without}` are the two examples. */
  help: string;
  examplePhrase: string;
  exampleWithout: string;
  searching: string;
  resultList: string;
  results: Plural;
  /** What is read out. `{query}`. */
  resultsFor: Plural;
  /** `{title}` of the wiki, `{results}`. */
  groupLabel: string;
  generated: string;
  drafts: string;
  draftsAdd: string;
  draft: string;
  archived: string;
  /** `{wiki}`. */
  showMore: Plural;
  loadingMore: string;
  moreFailed: string;
  moreShown: Plural;
  /** `{query}`. */
  showing: string;
  instead: string;
  relaxed: string;
  relaxedSome: string;
  missing: string;
  nothing: string;
  nothingSpelling: string;
  nothingOperators: string;
  onlyDrafts: Plural;
  includeThem: string;
  failures: Record<"network" | "damaged" | "format" | "engine" | "unknown", FailureMessage>;
  retry: string;
  reload: string;
  keyMove: string;
  keyOpen: string;
  keyClose: string;
}

const en: Messages = {
  search: "Search",
  close: "Close",
  help: "Finds pages with all your words. {phrase} finds a phrase, {without} leaves a word out.",
  examplePhrase: '"two words"',
  exampleWithout: "-word",
  searching: "Searching…",
  resultList: "Results",
  results: { one: "{n} result", other: "{n} results" },
  resultsFor: { one: "{n} result for “{query}”", other: "{n} results for “{query}”" },
  groupLabel: "{title}, {results}",
  generated: "Generated pages",
  drafts: "Include drafts and archived",
  draftsAdd: "+{n}",
  draft: "Draft",
  archived: "Archived",
  showMore: { other: "Show {n} more in {wiki}" },
  loadingMore: "Loading more in {wiki}…",
  moreFailed: "More in {wiki} could not be loaded. Try again",
  moreShown: { one: "{n} more result in {wiki}", other: "{n} more results in {wiki}" },
  showing: "Showing {query}.",
  instead: "Search instead for {query}",
  relaxed: "No page has all the words. These have most:",
  relaxedSome: "Few pages have all the words. These have all or most:",
  missing: "Missing:",
  nothing: "Nothing found for “{query}”.",
  nothingSpelling: "Check the spelling, or try fewer or other words.",
  nothingOperators: "Try it without quotation marks, minus signs and filters.",
  onlyDrafts: {
    one: "No current page matches “{query}”, but {n} draft or archived page does.",
    other: "No current page matches “{query}”, but {n} drafts and archived pages do.",
  },
  includeThem: "Include them",
  failures: {
    network: {
      what: "The search index could not be loaded.",
      help: "Check your connection, then try again.",
    },
    damaged: {
      what: "A part of the search index arrived damaged.",
      help: "Trying again fetches it anew.",
    },
    format: {
      what: "The site has changed since this page was opened.",
      help: "Reload the page to search it.",
    },
    engine: {
      what: "This browser could not start the search.",
      help: "It needs WebAssembly and web workers, which may be switched off or blocked.",
    },
    unknown: {
      what: "The search failed.",
      help: "Something unforeseen went wrong. Trying again may help.",
    },
  },
  retry: "Retry",
  reload: "Reload the page",
  keyMove: "move",
  keyOpen: "open",
  keyClose: "close",
};

const languages: Record<string, Messages> = { en };

export interface Texts {
  messages: Messages;
  number(value: number): string;
  /** The form for `n`, with `{n}` and the other values put in. */
  plural(forms: Plural, n: number, values?: Record<string, string>): string;
}

/** Texts for a BCP 47 tag, also as MkDocs writes it (`pt_BR`); English where the language is not there. */
export function texts(locale: string): Texts {
  const tag = locale.replaceAll("_", "-");
  const language = [tag, tag.split("-")[0] ?? ""].find((name) => name in languages);
  const messages = language === undefined ? en : (languages[language] ?? en);
  const format = new Intl.NumberFormat(language ?? "en");
  const rules = new Intl.PluralRules(language ?? "en");
  return {
    messages,
    number: (value) => format.format(value),
    plural: (forms, n, values) =>
      fill(forms[rules.select(n)] ?? forms.other, { ...values, n: format.format(n) }).join(""),
  };
}

/** Puts values, which may be elements, in the place of `{name}`. */
export function fill<T>(template: string, values: Record<string, T>): (string | T)[] {
  return template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part))
    .filter((part) => part !== "");
}

/** What the start script says when it cannot load the dialog; apart from the rest, for it must stay small. */
const cannotLoadTexts: Record<string, string> = {
  en: "The search could not be loaded. Check your connection, then try again.",
};

export function cannotLoad(locale: string): string {
  return (cannotLoadTexts[locale.slice(0, 2)] ?? cannotLoadTexts.en) as string;
}
