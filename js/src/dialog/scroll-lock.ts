/** The page behind the dialog does not scroll; the place of its scroll bar is kept, so that nothing moves. */
export function lockScroll(on: boolean): void {
  const { classList, clientWidth } = document.documentElement;
  const hasScrollbar = on && window.innerWidth > clientWidth;
  classList.toggle("fts-locked", on);
  classList.toggle("fts-locked-scrollbar", hasScrollbar);
}
