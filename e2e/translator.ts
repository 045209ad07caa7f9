// A browser's translation of a page: each text is put into two elements of its own once the page is
// loaded, and whenever a text appears or changes. The words stay, so that journeys can read them.
import type { Page } from '@playwright/test';

/** Chrome replaces a text by a new one within its elements; others move the text into them. */
export const translations = ['replaces', 'moves'] as const;
type Translation = (typeof translations)[number];

/** Translates every page that is opened from now on. */
export async function translate(page: Page, translation: Translation): Promise<void> {
  await page.addInitScript(translateDocument, translation);
}

/** Runs within the page. */
function translateDocument(translation: Translation): void {
  const isTranslated = (text: Node) => text.parentElement?.localName === 'font';
  const wrapper: string = 'font';
  const skipped = 'script, style, textarea, title, svg, math, select, noscript';
  const wrap = (text: Text) => {
    const parent = text.parentElement;
    if (parent === null || text.data.trim() === '' || isTranslated(text)) return;
    if (parent.closest(skipped) !== null) return;
    const [outer, inner] = [document.createElement(wrapper), document.createElement(wrapper)];
    outer.append(inner);
    if (translation === 'replaces') {
      inner.textContent = text.data;
      text.replaceWith(outer);
    } else {
      text.before(outer);
      inner.append(text);
    }
  };
  const wrapAll = () => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null)
      if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    texts.forEach(wrap);
  };
  window.addEventListener('load', () => {
    wrapAll();
    new MutationObserver(wrapAll).observe(document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
}
