import type { State } from "../state.ts";
import { GENERATED, stopsOf } from "../stops.ts";
import type { Texts } from "../texts.ts";
import type { Actions } from "./actions.ts";
import { Body } from "./body.tsx";
import { CloseIcon, SearchIcon } from "./icons.tsx";

export interface ViewProps {
  state: State;
  texts: Texts;
  actions: Actions;
  /** The address to which results are relative. */
  site: string;
}

/** The ids of the lists that the input controls. */
export const RESULTS = "fts-results";
export const GENERATED_RESULTS = "fts-generated-results";

export function DialogView(props: ViewProps) {
  const { state, texts } = props;
  const { messages } = texts;
  return (
    // A place for the focus, so that the keys still reach the dialog after a press beside its controls.
    <div class={state.query ? "fts-frame fts-frame-full" : "fts-frame"} tabIndex={-1}>
      <div class="fts-head">
        <Field {...props} />
        <Toolbar {...props} />
        {state.slow && <div class="fts-progress" />}
      </div>
      <div class={state.slow && state.shown ? "fts-body fts-body-old" : "fts-body"}>
        <Body {...props} />
      </div>
      {/* The keys of a combobox are known to those who have it read out. */}
      <div class="fts-foot" aria-hidden="true">
        <KeyHint keys={["↑", "↓"]} text={messages.keyMove} />
        <KeyHint keys={["↵"]} text={messages.keyOpen} />
        <KeyHint keys={["esc"]} text={messages.keyClose} />
      </div>
      <div class="fts-visually-hidden" role="status" aria-live="polite">
        {state.announcement}
      </div>
    </div>
  );
}

function Field({ state, texts, actions }: ViewProps) {
  const { messages } = texts;
  const lists = controlledLists(state);
  const active = state.selected === GENERATED ? null : state.selected;
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
      <button class="fts-button fts-close" type="button" aria-label={messages.close} onClick={actions.close}>
        <CloseIcon />
      </button>
    </div>
  );
}

/** Those lists that are on the page: an open generated block has one of its own, for a button stands between. */
function controlledLists(state: State): string[] {
  if (state.failure || stopsOf(state).length === 0) return [];
  const has = (kind: string) => state.shown?.groups.some((group) => group.kind === kind);
  return [
    ...(has("written") ? [RESULTS] : []),
    ...(has("auto") && state.generatedOpen ? [GENERATED_RESULTS] : []),
  ];
}

function Toolbar({ state, texts, actions }: ViewProps) {
  const { messages, plural, number } = texts;
  const answer = state.shown?.answer;
  return (
    <div class="fts-toolbar">
      <span class="fts-count">{answer && answer.total > 0 && plural(messages.results, answer.total)}</span>
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

function KeyHint({ keys, text }: { keys: string[]; text: string }) {
  return (
    <span class="fts-hint">
      {keys.map((key) => (
        <kbd class="fts-key" key={key}>
          {key}
        </kbd>
      ))}
      {text}
    </span>
  );
}
