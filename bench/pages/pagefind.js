import { firstPages, measured } from "./common.js";

let pagefind;
measured({
  async open() {
    pagefind = await import("/pagefind/pagefind.js");
    await pagefind.init();
  },
  async search(query) {
    const { results } = await pagefind.search(query);
    return firstPages(await Promise.all(results.slice(0, 10).map((result) => result.data())));
  },
});
