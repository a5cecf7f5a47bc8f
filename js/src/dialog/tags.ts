/** Language tags (BCP 47), also as MkDocs writes them: `pt_BR`. */

/** Of the page as it is now, for the next one may be in another language; else the theme's. */
export function tagOfPage(locale: string): string {
  return document.documentElement.lang || locale;
}

/** Whatever the region. */
export function isSameLanguage(one: string, other: string): boolean {
  const [a, b] = [one, other].map((tag) => tag.toLowerCase().split(/[-_]/)[0]);
  return a === b;
}

/**
 * What texts may stand under for a tag, from the exact to the general: `zh-TW`, `zh-Hant`, `zh` for `zh_TW`. Only `en`
 * where none of these is `known`.
 */
export function lineage(tag: string, known: (name: string) => unknown): string[] {
  try {
    const locale = new Intl.Locale(tag.replaceAll("_", "-"));
    // Traditional and simplified Chinese differ by their script, which few tags name.
    const { language, script } = locale.maximize();
    const names = [locale.baseName, `${language}-${script}`, language];
    if (names.some(known)) return names;
  } catch {
    // It is no tag.
  }
  return ["en"];
}
