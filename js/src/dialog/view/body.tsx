import { correctedQuery, literalQuery } from "../corrections.ts";
import { relaxedNote } from "../describe.ts";
import type { Failure, Shown } from "../state.ts";
import { recentId } from "../stops.ts";
import { fill, type Texts } from "../texts.ts";
import type { Actions } from "./actions.ts";
import { ClockIcon, CloseIcon } from "./icons.tsx";
import type { ViewProps } from "./props.ts";
import { Results } from "./results.tsx";
import { Text } from "./text.tsx";

/** Below the input: recent searches or help, an error, or what was found. */
export function Body(props: ViewProps) {
  const { state } = props;
  return (
    <div class={state.slow && state.shown ? "fts-body fts-body-old" : "fts-body"}>
      <Content {...props} />
    </div>
  );
}

function Content(props: ViewProps) {
  const { state, texts, actions } = props;
  if (state.opened) return <Text {...props} />;
  if (state.failure) return <FailureNote failure={state.failure} texts={texts} actions={actions} />;
  if (state.shown) return <Found {...props} shown={state.shown} />;
  if (!state.query) return state.recent.length > 0 ? <Recent {...props} /> : <Help texts={texts} />;
  return state.slow ? <p class="fts-note">{texts.messages.searching}</p> : null;
}

function Help({ texts: { messages } }: { texts: Texts }) {
  const example = (text: string) => <code class="fts-code">{text}</code>;
  const examples = { phrase: example(messages.examplePhrase), without: example(messages.exampleWithout) };
  return <p class="fts-note">{fill(messages.help, examples)}</p>;
}

/** Buttons and no options of a list: each has another beside it, which an option cannot hold. */
function Recent({ state, texts: { messages }, actions }: ViewProps) {
  return (
    <section class="fts-recent" aria-labelledby="fts-recent">
      <div class="fts-group-head">
        <span class="fts-group-title" id="fts-recent">
          {messages.recent}
        </span>
        <button class="fts-button fts-link" type="button" onClick={() => actions.forget()}>
          {messages.clearRecent}
        </button>
      </div>
      <ul class="fts-recent-list">
        {state.recent.map((text, index) => (
          <li class="fts-recent-item" key={text}>
            <button
              class="fts-button fts-recent-search"
              type="button"
              id={recentId(index)}
              onClick={() => actions.searchFor(text)}
              onFocus={() => actions.select(recentId(index))}
            >
              <ClockIcon />
              <span class="fts-recent-text">{text}</span>
            </button>
            <button
              class="fts-button fts-close"
              type="button"
              aria-label={fill(messages.removeRecent, { query: text }).join("")}
              onClick={() => actions.forget(text)}
            >
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function FailureNote({
  failure,
  texts,
  actions,
}: {
  failure: Failure;
  texts: Texts;
  actions: Actions;
}) {
  const { messages } = texts;
  const { what, help } = messages.failures[failure];
  // Another try would meet the same old page.
  const reload = failure === "format";
  return (
    <div class="fts-note fts-failure">
      <p class="fts-note-title">{what}</p>
      <p class="fts-note-text">{help}</p>
      <button class="fts-button fts-action" type="button" onClick={reload ? actions.reload : actions.retry}>
        {reload ? messages.reload : messages.retry}
      </button>
    </div>
  );
}

function Found(props: ViewProps & { shown: Shown }) {
  const { shown, texts } = props;
  const { answer } = shown;
  if (answer.total === 0) return <NothingFound {...props} />;
  return (
    <>
      {answer.corrections.length > 0 && <Corrected {...props} />}
      {answer.relaxed && <p class="fts-note fts-notice">{relaxedNote(answer, texts.messages)}</p>}
      <Results {...props} />
    </>
  );
}

function Corrected({ shown, texts, actions }: ViewProps & { shown: Shown }) {
  const { messages } = texts;
  const { query, answer } = shown;
  const corrected = <strong class="fts-strong">{correctedQuery(query.text, answer.corrections)}</strong>;
  return (
    <p class="fts-note fts-notice">
      {fill(messages.showing, { query: corrected })}{" "}
      <button class="fts-button fts-link" type="button" onClick={actions.searchLiterally}>
        {fill(messages.instead, { query: literalQuery(query.text, answer.corrections) })}
      </button>
    </p>
  );
}

function NothingFound({ state, shown, texts, actions }: ViewProps & { shown: Shown }) {
  const { messages, plural } = texts;
  const { text } = shown.query;
  const { hidden } = shown.answer;
  if (hidden > 0) {
    return (
      <div class="fts-note">
        <p class="fts-note-title">{plural(messages.onlyDrafts, hidden, { query: text })}</p>
        <button class="fts-button fts-action" type="button" onClick={() => actions.setDrafts(true)}>
          {messages.includeThem}
        </button>
      </div>
    );
  }
  if (state.wiki) {
    return (
      <div class="fts-note">
        <p class="fts-note-title">
          {fill(messages.nothingInWiki, { query: text, wiki: state.wiki.title }).join("")}
        </p>
        <button class="fts-button fts-action" type="button" onClick={() => actions.setWiki(null)}>
          {messages.searchAllWikis}
        </button>
      </div>
    );
  }
  return (
    <div class="fts-note">
      <p class="fts-note-title">{fill(messages.nothing, { query: text })}</p>
      <p class="fts-note-text">{messages.nothingSpelling}</p>
      {/["*:]|(^|\s)-\S/.test(text) && <p class="fts-note-text">{messages.nothingOperators}</p>}
    </div>
  );
}
