/** What every engine's page has in common. Not part of what is counted: it comes with the page. */

export const SHOWN = 10;

/** The first ten pages of hits `{url, …}`; several hits on one page count once, at the place of the first. */
export function firstPages(hits) {
  const pages = new Map();
  for (const hit of hits) {
    const url = hit.url
      .replace(/#.*/, "")
      .replace(/^\//, "")
      .replace(/index\.html$/, "");
    if (!pages.has(url)) pages.set(url, { ...hit, url });
    if (pages.size === SHOWN) break;
  }
  return [...pages.values()];
}

/** About 200 characters of a text around a place. */
export function around(text, place) {
  const start = Math.max(0, place - 80);
  return text.slice(start, start + 200);
}

/** Makes the engine `{open(), search(query) → hits with excerpts}` known to the one who measures. */
export function measured(engine) {
  const ask = async (query) => {
    const began = performance.now();
    const hits = await engine.search(query);
    const milliseconds = performance.now() - began;
    return {
      milliseconds,
      urls: hits.map(({ url }) => url),
      excerpts: hits.filter(({ excerpt }) => excerpt).length,
    };
  };
  globalThis.bench = {
    /** Import, opening and the first search, as one time. */
    async first(query) {
      const began = performance.now();
      await engine.open();
      const answer = await ask(query);
      return { ...answer, milliseconds: performance.now() - began };
    },
    /** Further searches, one after another. */
    async next(queries) {
      const answers = [];
      for (const query of queries) answers.push(await ask(query));
      return answers;
    },
  };
}
