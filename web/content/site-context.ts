// The tutor's words and business settings that components state. A page is rendered with them and
// carries them in data blocks, so that its script says the same.
import { createContext, use } from 'react';

import type { PublicBusiness } from '../../domain/business.ts';
import type { Content } from '../../domain/site/content.ts';
import type { Picture } from '../../domain/site/picture-files.ts';

/** The id of the data block. */
export const SITE_BLOCK = 'site';

/** What the block holds. */
export interface PageSite extends Pick<Content, 'contact' | 'site'> {
  /** The sizes of pictures; in the block, only of those that every page shows. */
  readonly pictures?: readonly Picture[];
}

let ofPage: PageSite | undefined;

/** The words that this page was rendered with. */
function pageSite(): PageSite {
  // Written by render-page.tsx, from words that were checked when they were published.
  ofPage ??= JSON.parse(document.getElementById(SITE_BLOCK)?.textContent ?? '') as PageSite;
  return ofPage;
}

/** Set while a page is rendered; in the browser, the page itself has the words. */
export const SiteContext = createContext<PageSite | null>(null);

export function useSite(): PageSite {
  return use(SiteContext) ?? pageSite();
}

/** The id of the data block. */
export const BUSINESS_BLOCK = 'business';

let businessOfPage: PublicBusiness | undefined;

/** The settings that this page was rendered with. */
export function pageBusiness(): PublicBusiness {
  // Written by render-page.tsx, from settings that were checked when they were saved.
  businessOfPage ??= JSON.parse(
    document.getElementById(BUSINESS_BLOCK)?.textContent ?? '',
  ) as PublicBusiness;
  return businessOfPage;
}

/** Set while a page is rendered; in the browser, the page itself has the settings. */
export const BusinessContext = createContext<PublicBusiness | null>(null);

export function useBusiness(): PublicBusiness {
  return use(BusinessContext) ?? pageBusiness();
}
