import { wantedWords } from "../../marks/words.ts";
import { correctedQuery } from "../corrections.ts";
import type { Shown, ShownGroup } from "../state.ts";
import { GENERATED, hasMore, hitId, moreId, selectionIn } from "../stops.ts";
import { fill } from "../texts.ts";
import { HitView } from "./hit.tsx";
import { ChevronIcon } from "./icons.tsx";
import { GENERATED_RESULTS, RESULTS, type ViewProps } from "./props.ts";

interface Placed {
  group: ShownGroup;
  /** Its place in the answer, which its ids carry. */
  index: number;
}

/** The written groups, then all generated ones in a block that starts closed. */
export function Results(props: ViewProps) {
  const { state, texts } = props;
  const placed = (state.shown?.groups ?? []).map((group, index): Placed => ({ group, index }));
  const written = placed.filter(({ group }) => group.kind === "written");
  const generated = placed.filter(({ group }) => group.kind === "auto");
  return (
    <>
      {written.length > 0 && (
        <div class="fts-list" id={RESULTS} role="listbox" aria-label={texts.messages.resultList}>
          <Groups {...props} groups={written} />
        </div>
      )}
      {generated.length > 0 && <Generated {...props} groups={generated} />}
    </>
  );
}

function Generated(props: ViewProps & { groups: Placed[] }) {
  const { state, texts, actions, groups } = props;
  const { messages, number } = texts;
  const open = state.generatedOpen;
  const total = groups.reduce((sum, { group }) => sum + group.total, 0);
  return (
    <>
      <button
        class="fts-button fts-generated"
        type="button"
        id={GENERATED}
        aria-expanded={open}
        aria-controls={open ? GENERATED_RESULTS : undefined}
        onClick={actions.toggleGenerated}
        onFocus={() => actions.select(GENERATED)}
      >
        <ChevronIcon />
        <span class="fts-generated-title">{messages.generated}</span>{" "}
        <span class="fts-total">{number(total)}</span>
      </button>
      {open && (
        <div class="fts-list" id={GENERATED_RESULTS} role="listbox" aria-label={messages.generated}>
          <Groups {...props} groups={groups} />
        </div>
      )}
    </>
  );
}

function Groups({ groups, ...props }: ViewProps & { groups: Placed[] }) {
  return groups.map(({ group, index }) => <GroupView {...props} key={index} group={group} index={index} />);
}

function GroupView(props: ViewProps & Placed) {
  const { group, index, state, texts, actions, site } = props;
  const { messages, plural, number } = texts;
  const { query, answer } = state.shown as Shown;
  const wanted = wantedWords(correctedQuery(query.text, answer.corrections));
  const results = plural(messages.results, group.total);
  const label = fill(messages.groupLabel, { title: group.title, results }).join("");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox
    <div class="fts-group" role="group" aria-label={label}>
      <div class="fts-group-head" aria-hidden="true">
        <span class="fts-group-title">{group.title}</span>
        <span class="fts-total">{number(group.total)}</span>
      </div>
      {group.hits.map((hit, at) => (
        <HitView
          {...{ index, at, hit, texts, actions, site, wanted }}
          key={hitId(index, at)}
          wiki={group.title}
          selected={selectionIn(state.selected, index, at)}
        />
      ))}
      {hasMore(group) && <MoreButton {...props} />}
    </div>
  );
}

/** An option, so that the arrow keys and Enter reach it on the way through the list. */
function MoreButton({ state, texts, actions, group, index }: ViewProps & Placed) {
  const { messages, plural } = texts;
  const values = { wiki: group.title };
  const next = Math.min(group.hits.length / group.slices, group.total - group.hits.length);
  const text = {
    ready: () => plural(messages.showMore, Math.ceil(next), values),
    loading: () => fill(messages.loadingMore, values),
    failed: () => fill(messages.moreFailed, values),
  }[group.more]();
  const id = moreId(index);
  return (
    <button
      class="fts-button fts-option fts-more"
      type="button"
      id={id}
      role="option"
      aria-selected={state.selected === id}
      tabIndex={-1}
      // The focus stays in the input, and on a phone the keyboard stays as it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => actions.showMore(index)}
    >
      {text}
    </button>
  );
}
