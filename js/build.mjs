// Builds the browser files into ../mkdocs_fts/static, from where the plugin copies them into a site's `fts/` folder.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const out = new URL("../mkdocs_fts/static/", import.meta.url);
const offline = new URL("offline/", out);
const texts = new URL("../mkdocs_fts/texts/", import.meta.url);
const engine = new URL("node_modules/fts5-sql-bundle/dist/", import.meta.url);

const common = {
  absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
  outdir: fileURLToPath(out),
  bundle: true,
  minify: true,
  charset: "utf8",
  target: ["chrome100", "firefox113", "safari16.4"],
  legalComments: "none",
  logLevel: "warning",
};

/** How a module becomes a plain script that leaves its exports to who loads it. */
const plain = { format: "iife", globalName: "ftsLoaded" };

/** Modules that other scripts load when they need them (src/loading.ts). */
const modules = {
  entryPoints: { dialog: "src/dialog/index.ts", marks: "src/marks/index.ts" },
  jsx: "automatic",
  jsxImportSource: "preact",
};

/** sql.js asks for these in Node.js alone. */
const withSqlJs = { external: ["crypto", "fs", "path"] };

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

/** The dialog and the search client are separate files, so that a page can use the one without the other. */
const searchIsSeparate = replaceSearch({ path: "./search.js", external: true });
/** From disk there is no such module: what searches is part of the script. */
const searchIsWithin = replaceSearch({
  path: fileURLToPath(new URL("src/offline/search.ts", import.meta.url)),
});

function replaceSearch(result) {
  return {
    name: "replace-search",
    setup: (build) => build.onResolve({ filter: /\/search\.ts$/ }, () => result),
  };
}

/** A language of the dialog, in both forms; `dialog.js` itself holds the English texts. */
async function buildTexts(file) {
  const messages = JSON.stringify(JSON.parse(await readFile(new URL(file, texts), "utf8")));
  const name = `text-${file.replace("json", "js")}`;
  await writeFile(new URL(name, out), `export default ${messages};\n`);
  await writeFile(new URL(name, offline), `ftsLoaded={default:${messages}};\n`);
}

const languages = (await readdir(texts)).filter((file) => file.endsWith(".json") && file !== "en.json");

await rm(out, { recursive: true, force: true });
await mkdir(offline, { recursive: true });
await Promise.all([
  build({ ...common, entryPoints: { start: "src/start.ts", worker: "src/worker.ts" }, format: "iife" }),
  build({ ...common, entryPoints: { search: "src/search.ts" }, format: "esm" }),
  build({
    ...common,
    ...withSqlJs,
    entryPoints: { "sql-wasm": "src/sqljs.ts" },
    format: "iife",
    globalName: "ftsSqlJs",
  }),
  build({ ...common, ...modules, format: "esm", plugins: [stylesAreText, searchIsSeparate] }),
  build({ ...common, ...plain, entryPoints: { "not-from-disk": "src/dialog/not-from-disk.ts" } }),
  build({
    ...common,
    ...modules,
    ...plain,
    outdir: fileURLToPath(offline),
    ...withSqlJs,
    plugins: [stylesAreText, searchIsWithin],
  }),
  build({ ...common, entryPoints: { search: "../theme/search.css" } }),
  ...languages.map(buildTexts),
  copyFile(new URL("sql-wasm.wasm", engine), new URL("sql-wasm.wasm", out)),
]);
