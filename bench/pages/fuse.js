import { around, firstPages, measured } from "./common.js";

const OPTIONS = {
  keys: [{ name: "title", weight: 2 }, "text"],
  threshold: 0.3,
  ignoreLocation: true,
  includeMatches: true,
  minMatchCharLength: 3,
};

let fuse;
measured({
  async open() {
    const [{ default: Fuse }, pages] = await Promise.all([
      import("/fuse/fuse.mjs"),
      fetch("/fuse/pages.json").then((response) => response.json()),
    ]);
    fuse = new Fuse(pages, OPTIONS);
  },
  async search(query) {
    return firstPages(
      fuse.search(query, { limit: 10 }).map(({ item, matches }) => {
        const match = matches.find(({ key }) => key === "text");
        return { url: item.url, excerpt: around(item.text, match ? match.indices[0][0] : 0) };
      }),
    );
  },
});
