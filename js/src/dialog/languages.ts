/** Loads the texts of the language that the dialog shall speak. */

import en from "../../../mkdocs_fts/texts/en.json";
import { loadModule } from "../loading.ts";
import type { TextOverrides } from "../types.ts";
import { lineage } from "./tags.ts";
import { type Messages, override, type Texts, texts } from "./texts.ts";

/** What there are texts in: the files of `mkdocs_fts/texts/`. English is part of this script, to fall back on. */
export const LANGUAGES = ["de", "en", "es", "fr", "it", "ja", "ko", "pt", "zh", "zh-Hant"];

/** Gets the messages from the module with this name, such as `text-es`, in the folder `base`. */
type LoadFile = (base: string, name: string) => Promise<Messages>;

export class Languages {
  readonly #loads = new Map<string, Promise<Texts>>();

  /**
   * @param base the address of the folder `fts/`, with its final slash
   * @param overrides the site's own texts
   */
  constructor(
    readonly base: string,
    readonly overrides: TextOverrides = {},
    readonly loadFile: LoadFile = loadFromModule,
  ) {}

  /** The texts for a language tag. In English where it is not there, or while its file cannot be loaded. */
  load(tag: string): Promise<Texts> {
    const load = this.#loads.get(tag) ?? this.#load(tag);
    this.#loads.set(tag, load);
    return load.catch((error) => {
      console.warn(error);
      this.#loads.delete(tag);
      return this.load("en");
    });
  }

  async #load(tag: string): Promise<Texts> {
    const line = lineage(tag, (name) => LANGUAGES.includes(name) || this.overrides[name]);
    const known = line.find((name) => LANGUAGES.includes(name)) ?? "en";
    let messages: Messages = known === "en" ? en : await this.loadFile(this.base, `text-${known}`);
    // The exact last, for it shall win.
    for (const name of [...line, "*"].reverse())
      messages = override<Messages>(messages, this.overrides[name] ?? {});
    const language = line.find((name) => name === known || this.overrides[name]) as string;
    return texts(line[0] as string, messages, language);
  }
}

async function loadFromModule(base: string, name: string): Promise<Messages> {
  return (await loadModule<{ default: Messages }>(base, name)).default;
}
