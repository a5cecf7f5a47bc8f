/** The looks of marks: adopted by the document, for a theme that loads pages by itself drops what a script put in the head. */

import css from "../../../theme/marks.css";

let sheet: CSSStyleSheet | undefined;

export function adoptStyles(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
