import { firstPages, measured, SHOWN } from "./common.js";

let search;
measured({
  async open() {
    const { createSearch } = await import("/fts/search.js");
    search = createSearch();
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
});
