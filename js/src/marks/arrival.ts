/** In the start script: notices that a page was come to from a result. */

import { takeWords } from "./words.ts";

interface Observable {
  subscribe(next: () => void): void;
}

/** What Material for MkDocs offers to scripts: where it goes to, and each page that it has put in place. */
interface Material {
  location$?: Observable;
  document$?: Observable;
}

/** Calls `mark` with the words of the address once the page is there, also where a theme loads pages by itself. */
export function onArrival(mark: (words: string) => void): void {
  let words = "";
  let path = "";
  const take = () => {
    const found = takeFromPage();
    // Scrolling to the section, Material goes to the same page a second time.
    if (!found) return;
    words = found;
    path = location.pathname;
  };
  const arrive = () => {
    if (words && path === location.pathname) mark(words);
    words = "";
  };
  take();
  const { location$, document$ } = window as Material;
  location$?.subscribe(take);
  if (document$) document$.subscribe(arrive);
  else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", arrive);
  else arrive();
}

/** The page's address loses the words at once: a copied one is clean, and the theme does not mark them a second time. */
function takeFromPage(): string {
  const address = new URL(location.href);
  const words = takeWords(address);
  if (address.href !== location.href) history.replaceState(history.state, "", address);
  return words;
}
