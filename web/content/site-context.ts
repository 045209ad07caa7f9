// The words of the tutor that components state: who the business is. A page is rendered with them
// and carries them in a data block, so that its script says the same.
import { createContext, use } from 'react';

import type { Content } from '../../domain/site/content.ts';
import type { Picture } from '../../domain/site/picture-files.ts';

/** The id of the data block. */
export const SITE_BLOCK = 'site';

/** What the block holds. */
export interface Site extends Pick<Content, 'contact' | 'site'> {
  /** The sizes of pictures; in the block, only of those that every page shows. */
  readonly pictures?: readonly Picture[];
}

let ofPage: Site | undefined;

/** The words that this page was rendered with. */
function pageSite(): Site {
  // Written by render-page.tsx, from words that were checked when they were published.
  ofPage ??= JSON.parse(document.getElementById(SITE_BLOCK)?.textContent ?? '') as Site;
  return ofPage;
}

/** Set while a page is rendered; in the browser, the page itself has the words. */
export const SiteContext = createContext<Site | null>(null);

export function useSite(): Site {
  return use(SiteContext) ?? pageSite();
}
