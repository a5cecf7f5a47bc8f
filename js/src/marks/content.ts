/** What of a page is read for marks: its main content, cut at the borders of blocks. */

/** What the index leaves out (`mkdocs_fts/passages.py`), and what themes put beside the text. */
const SKIPPED = `script, style, template, noscript, noembed, noframes, svg, iframe, object, textarea, select, dialog, nav,
  [role=navigation], [role=search], [data-search-exclude], a.headerlink, a.footnote-backref, a.footnote-ref, td.linenos,
  .linenodiv, span.linenos, span.lineno, body > header, body > footer, .fts-clear`;

/** Elements that words and phrases do not run over; inline ones, such as the spans of highlighted code, they do. */
const BREAKING = new Set(
  `address article aside audio blockquote body br button caption center dd details dialog div dl dt fieldset figcaption
  figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr label legend li main menu nav ol optgroup option p pre search
  section select summary table tbody td textarea tfoot th thead tr ul video`.split(/\s+/),
);

export function mainContent(): HTMLElement {
  return (
    document.querySelector<HTMLElement>("main, [role=main]") ??
    document.querySelector<HTMLElement>("article") ??
    document.body
  );
}

/** The text nodes of `root` in order: of each block those that follow each other without a border between them. */
export function blocksOf(root: Node): Text[][] {
  const blocks: Text[][] = [[]];
  collect(root, blocks);
  return blocks.filter((block) => block.length);
}

function collect(parent: Node, blocks: Text[][]): void {
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node instanceof Text) {
      blocks.at(-1)?.push(node);
    } else if (node instanceof Element && !node.matches(SKIPPED)) {
      const breaks = BREAKING.has(node.localName);
      if (breaks) blocks.push([]);
      collect(node, blocks);
      if (breaks) blocks.push([]);
    }
  }
}
