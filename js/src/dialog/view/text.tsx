import { fill } from "../texts.ts";
import { FailureNote } from "./body.tsx";
import { BackIcon } from "./icons.tsx";
import type { ViewProps } from "./props.ts";

/** What stands where a part was left out of the index. */
const LEFT_OUT = "\ufffc";

/** A document that is no page of the site, in the place of the results. */
export function Text({ state, texts, actions }: ViewProps) {
  const { messages } = texts;
  const opened = state.opened;
  if (!opened) return null;
  const { text, failure } = opened;
  return (
    <article
      class="fts-text"
      aria-label={text ? fill(messages.openedText, { title: text.title }).join("") : undefined}
    >
      <button class="fts-button fts-link fts-back" type="button" onClick={actions.closeText}>
        <BackIcon />
        {messages.back}
      </button>
      {failure && <FailureNote failure={failure} texts={texts} actions={actions} />}
      {!text && !failure && <p class="fts-note">{messages.searching}</p>}
      {text && (
        <>
          <h2 class="fts-text-title">{text.title}</h2>
          {text.trail.length > 0 && <p class="fts-text-trail">{text.trail.join(" › ")}</p>}
          {text.parts.map((part, index) => (
            <section class="fts-text-part" key={index} data-anchor={part.anchor}>
              {part.level > 0 && part.title !== text.title && <h3 class="fts-text-heading">{part.title}</h3>}
              {part.text && <p class="fts-text-body">{part.text.replaceAll(LEFT_OUT, "[…]")}</p>}
            </section>
          ))}
        </>
      )}
    </article>
  );
}
