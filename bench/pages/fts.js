import { firstPages, measured } from "./common.js";

let search;
measured({
  async open() {
    const { createSearch } = await import("/fts/search.js");
    search = createSearch();
  },
  async search(query) {
    const { groups } = await search.search(query, { drafts: true });
    const hits = groups.flatMap((group) => group.hits).sort((a, b) => b.score - a.score);
    return firstPages(
      hits.map(({ url, excerpt }) => ({ url, excerpt: excerpt.map(({ text }) => text).join("") })),
    );
  },
});
