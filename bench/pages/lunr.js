import { firstPages, measured } from "./common.js";

let worker;

/** What the worker says under a key; it fails, and says nothing, where lunr takes a query for bad syntax. */
const told = (key) =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => key in data && resolve(data[key]);
    worker.onerror = (event) => {
      event.preventDefault();
      reject(new Error(event.message));
    };
  });

measured({
  async open() {
    worker = new Worker("/lunr/worker.js");
    const ready = told("allowSearch");
    worker.postMessage({ init: true });
    await ready;
  },
  async search(query) {
    const answer = told("results");
    worker.postMessage({ query });
    const results = await answer.catch(() => []);
    return firstPages(results.map(({ location, summary }) => ({ url: location, excerpt: summary })));
  },
});
