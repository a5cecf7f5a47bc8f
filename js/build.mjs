// Builds the browser files into ../mkdocs_fts/static, from where the plugin copies them into a site's `fts/` folder.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const out = new URL("../mkdocs_fts/static/", import.meta.url);
const texts = new URL("../mkdocs_fts/texts/", import.meta.url);
const engine = new URL("node_modules/fts5-sql-bundle/dist/", import.meta.url);

const common = {
  absWorkingDir: new URL(".", import.meta.url).pathname,
  outdir: out.pathname,
  bundle: true,
  minify: true,
  target: ["chrome100", "firefox100", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
};

/** The dialog and the search client are separate files, so that a page can use the one without the other. */
const searchIsSeparate = {
  name: "search-is-separate",
  setup(build) {
    build.onResolve({ filter: /\/search\.ts$/ }, () => ({ path: "./search.js", external: true }));
  },
};

/** A style sheet that a script imports is a text there. */
const stylesAreText = {
  name: "styles-are-text",
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { outputFiles } = await build({ ...common, entryPoints: [path], write: false });
      return { contents: outputFiles[0].text, loader: "text" };
    });
  },
};

/** A language of the dialog, as a module; `dialog.js` itself holds the English texts. */
async function buildTexts(file) {
  const messages = JSON.parse(await readFile(new URL(file, texts), "utf8"));
  const target = new URL(`text-${file.replace("json", "js")}`, out);
  await writeFile(target, `export default ${JSON.stringify(messages)};\n`);
}

const languages = (await readdir(texts)).filter((file) => file.endsWith(".json") && file !== "en.json");

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await Promise.all([
  build({ ...common, entryPoints: { start: "src/start.ts", worker: "src/worker.ts" }, format: "iife" }),
  build({ ...common, entryPoints: { search: "src/search.ts" }, format: "esm" }),
  build({
    ...common,
    entryPoints: { dialog: "src/dialog/index.ts" },
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    plugins: [searchIsSeparate],
  }),
  build({
    ...common,
    entryPoints: { marks: "src/marks/index.ts" },
    format: "esm",
    plugins: [stylesAreText],
  }),
  build({ ...common, entryPoints: { search: "../theme/search.css" } }),
  ...languages.map(buildTexts),
  // Minified already, and outside of modules: the worker loads it by `importScripts`.
  copyFile(new URL("sql-wasm.js", engine), new URL("sql-wasm.js", out)),
  copyFile(new URL("sql-wasm.wasm", engine), new URL("sql-wasm.wasm", out)),
]);
