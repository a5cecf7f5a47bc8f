/** What stands above the results. */

import type { State } from "../state.ts";
import { isButton, stopsOf } from "../stops.ts";
import { CloseIcon, SearchIcon } from "./icons.tsx";
import { GENERATED_RESULTS, RESULTS, type ViewProps } from "./props.ts";

/** @param closes whether there is a dialog to close */
export function Field({ state, texts, actions, closes }: ViewProps & { closes?: boolean }) {
  const { messages } = texts;
  const lists = controlledLists(state);
  const active = isButton(state.selected) || state.opened ? null : state.selected;
  return (
    <div class="fts-field">
      <SearchIcon />
      <input
        class="fts-input"
        type="text"
        role="combobox"
        aria-label={messages.search}
        aria-autocomplete="list"
        aria-expanded={lists.length > 0}
        aria-controls={lists.join(" ") || undefined}
        aria-activedescendant={active ?? undefined}
        placeholder={messages.search}
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        enterkeyhint="go"
        value={state.text}
        onInput={(event) => actions.type(event.currentTarget.value)}
      />
      {closes && (
        <button
          class="fts-button fts-close"
          type="button"
          aria-label={messages.close}
          onClick={actions.close}
        >
          <CloseIcon />
        </button>
      )}
    </div>
  );
}

/** Those lists that are on the page: an open generated block has one of its own, for a button stands between. */
function controlledLists(state: State): string[] {
  if (state.failure || state.opened || !state.query || stopsOf(state).length === 0) return [];
  const has = (kind: string) => state.shown?.groups.some((group) => group.kind === kind);
  return [
    ...(has("written") ? [RESULTS] : []),
    ...(has("auto") && state.generatedOpen ? [GENERATED_RESULTS] : []),
  ];
}

export function Toolbar({ state, texts, actions }: ViewProps) {
  const { messages, plural, number } = texts;
  const answer = state.shown?.answer;
  const hasChips = state.query && !state.failure && (state.wiki || state.wikis.length > 1);
  return (
    <div class="fts-toolbar">
      {hasChips && <Wikis {...{ state, texts, actions }} />}
      {/* The chips have the numbers too, for those who see them. */}
      <span class={hasChips ? "fts-count fts-visually-hidden" : "fts-count"}>
        {answer && answer.total > 0 && plural(messages.results, answer.total)}
      </span>
      <label class="fts-switch">
        <input
          class="fts-checkbox"
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says by itself whether it is on
          role="switch"
          checked={state.drafts}
          onChange={(event) => actions.setDrafts(event.currentTarget.checked)}
        />
        <span class="fts-switch-text">{messages.drafts}</span>
        {answer && answer.hidden > 0 && (
          <span class="fts-add">{messages.draftsAdd.replace("{n}", number(answer.hidden))}</span>
        )}
      </label>
    </div>
  );
}

/** Chips that narrow the results to one wiki. */
function Wikis({ state, texts, actions }: Pick<ViewProps, "state" | "texts" | "actions">) {
  const { messages, number } = texts;
  const chosen = state.wiki;
  const total = state.wikis.reduce((sum, wiki) => sum + wiki.total, 0);
  const others = chosen && !state.wikis.some(({ id }) => id === chosen.id) ? [{ ...chosen, total: 0 }] : [];
  const chip = (title: string, count: number, pressed: boolean, wiki: State["wiki"]) => (
    <button
      class="fts-button fts-chip"
      type="button"
      key={wiki?.id ?? ""}
      aria-pressed={pressed}
      onClick={() => actions.setWiki(pressed ? null : wiki)}
    >
      {title} <span class="fts-total">{number(count)}</span>
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row everywhere
    <div class="fts-wikis" role="group" aria-label={messages.wikis}>
      {chip(messages.allWikis, total, chosen === null, null)}
      {[...others, ...state.wikis].map(({ id, title, total }) =>
        chip(title, total, id === chosen?.id, { id, title }),
      )}
    </div>
  );
}

export function Progress({ state }: { state: State }) {
  return state.slow ? <div class="fts-progress" /> : null;
}

export function LiveRegion({ state }: { state: State }) {
  return (
    <div class="fts-visually-hidden" role="status" aria-live="polite">
      {state.announcement}
    </div>
  );
}
