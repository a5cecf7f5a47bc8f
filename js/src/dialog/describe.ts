/** What the live region says. */

import type { Answer } from "../types.ts";
import { correctedQuery } from "./corrections.ts";
import type { Failure, Query, State } from "./state.ts";
import { fill, type Texts } from "./texts.ts";

/** @param wiki the one that the search is narrowed to */
export function describeAnswer(
  texts: Texts,
  { text: query }: Query,
  answer: Answer,
  wiki: State["wiki"],
): string {
  const { messages, plural } = texts;
  if (answer.total === 0) {
    if (answer.hidden > 0) return plural(messages.onlyDrafts, answer.hidden, { query });
    return fill(wiki ? messages.nothingInWiki : messages.nothing, { query, wiki: wiki?.title ?? "" }).join(
      "",
    );
  }
  const count = (text: string) => plural(messages.resultsFor, answer.total, { query: text });
  if (answer.relaxed) return `${relaxedNote(answer, messages)} ${count(query)}`;
  if (answer.corrections.length > 0) return count(correctedQuery(query, answer.corrections));
  return count(query);
}

/** What is said above the results of a relaxed search. */
export function relaxedNote(answer: Answer, { relaxed, relaxedSome }: Texts["messages"]): string {
  const some = answer.groups.some(({ hits }) => hits.some(({ missing }) => missing?.length === 0));
  return some ? relaxedSome : relaxed;
}

export function describeFailure({ messages }: Texts, failure: Failure): string {
  const { what, help } = messages.failures[failure];
  return `${what} ${help}`;
}

export function describeSlice({ messages, plural }: Texts, wiki: string, count: number): string {
  return plural(messages.moreShown, count, { wiki });
}
