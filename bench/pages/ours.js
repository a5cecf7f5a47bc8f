import { firstPages, SHOWN } from "./common.js";

/** This project's search over the index in a folder, answered by `auto` or `sqljs`. */
export function ours(folder, engine) {
  let search;
  return {
    async open() {
      const { createSearch } = await import(`${folder}search.js`);
      search = createSearch({ engine });
    },
    async search(query) {
      // As the dialog asks: for titles, then for the excerpts of those that are seen.
      const options = { drafts: true, excerpts: false };
      const { groups } = await search.search(query, options);
      const hits = groups.flatMap((group) => group.hits).sort((a, b) => b.score - a.score);
      const urls = hits.slice(0, SHOWN).map(({ url }) => url);
      const passages = await search.excerpts(query, urls, options);
      return firstPages(
        urls.map((url, at) => ({ url, excerpt: passages[at].excerpt.map(({ text }) => text).join("") })),
      );
    },
  };
}
