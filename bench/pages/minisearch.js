import { around, firstPages, measured } from "./common.js";

const OPTIONS = {
  idField: "url",
  fields: ["title", "text"],
  storeFields: ["title", "text"],
  searchOptions: { boost: { title: 2 }, prefix: true, fuzzy: 0.2 },
};

let index;
measured({
  async open() {
    const [{ default: MiniSearch }, pages] = await Promise.all([
      import("/minisearch/minisearch.js"),
      fetch("/minisearch/pages.json").then((response) => response.json()),
    ]);
    index = new MiniSearch(OPTIONS);
    index.addAll(pages);
  },
  async search(query) {
    return firstPages(
      index
        .search(query)
        .slice(0, 10)
        .map(({ id, text, terms }) => {
          const place = terms.length ? text.toLowerCase().indexOf(terms[0]) : 0;
          return { url: id, excerpt: around(text, Math.max(0, place)) };
        }),
    );
  },
});
