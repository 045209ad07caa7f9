// The business settings for any component that states them. A page is rendered with them and
// carries them in a data block, so that its script says the same.
import { createContext, use } from 'react';

import type { PublicBusiness } from '../../domain/business.ts';

/** The id of the data block. */
export const BUSINESS_BLOCK = 'business';

let ofPage: PublicBusiness | undefined;

/** The settings that this page was rendered with. */
export function pageBusiness(): PublicBusiness {
  // Written by render-page.tsx, from settings that were checked when they were saved.
  ofPage ??= JSON.parse(
    document.getElementById(BUSINESS_BLOCK)?.textContent ?? '',
  ) as PublicBusiness;
  return ofPage;
}

/** Set while a page is rendered; in the browser, the page itself has the settings. */
export const BusinessContext = createContext<PublicBusiness | null>(null);

export function useBusiness(): PublicBusiness {
  return use(BusinessContext) ?? pageBusiness();
}
