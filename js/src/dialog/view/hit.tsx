import { Component, type ComponentChildren } from "preact";
import { markedWords } from "../../marks/words.ts";
import type { Fragment, Passage, SectionRef } from "../../types.ts";
import { withShortLead } from "../lead.ts";
import { sectionHref } from "../links.ts";
import type { ShownHit } from "../state.ts";
import { hitId } from "../stops.ts";
import type { Texts } from "../texts.ts";
import type { Actions } from "./actions.ts";

/** Characters before the first mark of an excerpt: of a result with further sections, and of one of these. */
const LEAD_OF_HIT = 30;
const LEAD_OF_SECTION = 10;

interface HitProps {
  hit: ShownHit;
  /** The title of its group. */
  wiki: string;
  /** Its group's place in the answer and its own in the group. */
  index: number;
  at: number;
  /** The selected id if it is one of this hit's, else null. */
  selected: string | null;
  texts: Texts;
  actions: Actions;
  site: string;
  /** The words that were searched for. */
  wanted: string[];
}

/**
 * A result and its further sections: each a link, and an option of the list. It takes as much room before its excerpts are
 * there as after.
 */
export class HitView extends Component<HitProps> {
  /** A list can grow to thousands of hits, of which a key changes two. */
  override shouldComponentUpdate(next: HitProps): boolean {
    const { hit, selected, texts } = this.props;
    return next.hit !== hit || next.selected !== selected || next.texts !== texts;
  }

  override render() {
    const { hit, index, at } = this.props;
    return (
      <div
        class={hit.more.length > 0 ? "fts-result fts-with-sections" : "fts-result"}
        role="presentation"
        data-pending={hit.pending ? hitId(index, at) : undefined}
      >
        <Option {...this.props} id={hitId(index, at)} section={hit.section} name="fts-hit">
          <HitHead {...this.props} />
          <PassageView passage={hit} title={hit.title} lead={hit.more.length > 0 ? LEAD_OF_HIT : Infinity} />
          <Missing words={hit.missing ?? []} label={this.props.texts.messages.missing} />
        </Option>
        {hit.more.map((passage, number) => {
          const id = hitId(index, at, number + 1);
          return (
            <Option {...this.props} key={id} id={id} section={passage.section} name="fts-passage-link">
              <PassageView passage={passage} title={hit.title} lead={LEAD_OF_SECTION} />
            </Option>
          );
        })}
      </div>
    );
  }
}

function HitHead({ hit, wiki, texts: { messages } }: HitProps) {
  // The head of the group says the wiki's name already.
  const trail = hit.trail[0] === wiki ? hit.trail.slice(1) : hit.trail;
  return (
    <span class="fts-hit-head">
      <span class="fts-title">{hit.title || hit.url}</span>{" "}
      {hit.status !== "active" && (
        <span class={`fts-label fts-label-${hit.status}`}>{messages[hit.status]}</span>
      )}{" "}
      {trail.length > 0 && <span class="fts-trail">{trail.join(" › ")}</span>}
    </span>
  );
}

interface OptionProps extends HitProps {
  id: string;
  section: SectionRef;
  name: string;
  children: ComponentChildren;
}

/**
 * The link is the option: the whole row is the target, and the browser's own ways to open a link work on it. Tab leads
 * to the selected one, where the keyboard has them too.
 */
function Option({ id, name, hit, section, site, wanted, selected, actions, children }: OptionProps) {
  return (
    <a
      class={`fts-option ${name}`}
      id={id}
      role="option"
      // A page may be written the other way than what the dialog says.
      dir="auto"
      aria-selected={selected === id}
      tabIndex={selected === id ? 0 : -1}
      href={sectionHref(hit.url, section.anchor, site, markedWords([hit, ...hit.more], wanted))}
      onClick={(event) => actions.followed(event, hit.url, section.anchor)}
      onFocus={() => actions.select(id)}
    >
      {children}
    </a>
  );
}

/** @param lead the most characters to show before the first mark */
function PassageView({ passage, title, lead }: { passage: Passage; title: string; lead: number }) {
  // A page's first section often bears the page's own title.
  const section = passage.section.title === title ? "" : passage.section.title;
  return (
    <span class="fts-passage">
      {section && <span class="fts-section">{section}</span>}{" "}
      <span class="fts-excerpt">{withShortLead(passage.excerpt, lead).map(FragmentView)}</span>
    </span>
  );
}

/** The words of a relaxed search that the page lacks. */
function Missing({ words, label }: { words: string[]; label: string }) {
  if (!words.length) return null;
  return (
    <span class="fts-missing">
      {label} {words.flatMap((word) => [<s key={word}>{word}</s>, " "])}
    </span>
  );
}

function FragmentView(fragment: Fragment) {
  return fragment.mark ? <mark class="fts-mark">{fragment.text}</mark> : fragment.text;
}
