import { searchPageHref } from "../links.ts";
import { Body } from "./body.tsx";
import { Field, LiveRegion, Progress, Toolbar } from "./controls.tsx";
import type { ViewProps } from "./props.ts";

export function DialogView(props: ViewProps) {
  const { state } = props;
  return (
    // A place for the focus, so that the keys still reach the dialog after a press beside its controls.
    <div class={state.query ? "fts-frame fts-frame-full" : "fts-frame"} tabIndex={-1}>
      <div class="fts-head">
        <Field {...props} closes />
        <Toolbar {...props} />
        <Progress state={state} />
      </div>
      <Body {...props} />
      <Foot {...props} />
      <LiveRegion state={state} />
    </div>
  );
}

/** On the search page: the same without what belongs to a dialog. */
export function PageView(props: ViewProps) {
  const { state, texts } = props;
  return (
    <div class="fts-frame" tabIndex={-1}>
      <h1>{texts.messages.searchPage}</h1>
      <div class="fts-head">
        <Field {...props} />
        <Toolbar {...props} />
        <Progress state={state} />
      </div>
      <Body {...props} />
      <LiveRegion state={state} />
    </div>
  );
}

function Foot({ state, texts: { messages }, actions, searchPage }: ViewProps) {
  return (
    <div class="fts-foot">
      {/* The keys of a combobox are known to those who have it read out. */}
      <span class="fts-hints" aria-hidden="true">
        <KeyHint keys={["↑", "↓"]} text={messages.keyMove} />
        <KeyHint keys={["↵"]} text={messages.keyOpen} />
        <KeyHint keys={["esc"]} text={messages.keyClose} />
      </span>
      {searchPage && state.query && (
        <a
          class="fts-link fts-all"
          href={searchPageHref(searchPage, { ...state.query, opened: null })}
          onClick={actions.allResults}
        >
          {messages.allResults}
        </a>
      )}
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
