/** What the dialog says, in one language. The texts are data: `mkdocs_fts/texts/`, English the model of all others. */

import en from "../../../mkdocs_fts/texts/en.json";

/** Forms by the language's plural rules; `{n}` is the number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

type Shape<T> = T extends string
  ? string
  : T extends { other: string }
    ? Plural
    : { [Key in keyof T]: Shape<T[Key]> };

export type Messages = Shape<typeof en>;

type Partially<T> = T extends string | Plural ? T : { [Key in keyof T]?: Partially<T[Key]> };

/** Some of the texts, to be put in the place of those of a language. */
export type Overrides = Partially<Messages>;

export interface Texts {
  messages: Messages;
  number(value: number): string;
  /** The form for `n`, with `{n}` and the other values put in. */
  plural(forms: Plural, n: number, values?: Record<string, string>): string;
  /** The language of the messages: a BCP 47 tag. */
  language: string;
}

/**
 * @param tag BCP 47: whose numbers and plural rules to use, such as `pt-PT` with Portuguese messages.
 * @throws RangeError where it is no tag
 */
export function texts(tag: string, messages: Messages = en, language = tag): Texts {
  const format = new Intl.NumberFormat(tag);
  const rules = new Intl.PluralRules(tag);
  return {
    messages,
    language,
    number: (value) => format.format(value),
    plural: (forms, n, values) =>
      fill(forms[rules.select(n)] ?? forms.other, { ...values, n: format.format(n) }).join(""),
  };
}

/** The messages with those of `overrides` in their places. The forms of a number are replaced together. */
export function override<T extends object>(messages: T, overrides: Partially<T>): T {
  const replaced = Object.entries(messages).map(([key, old]) => {
    const own = overrides[key as keyof typeof overrides] ?? old;
    const goesIn = typeof old === "object" && !("other" in old);
    return [key, goesIn ? override(old, own as object) : own];
  });
  return Object.fromEntries(replaced);
}

/** Puts values, which may be elements, in the place of `{name}`. */
export function fill<T>(template: string, values: Record<string, T>): (string | T)[] {
  return template
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 ? (values[part] ?? `{${part}}`) : part))
    .filter((part) => part !== "");
}
