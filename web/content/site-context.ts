// Whose site this is, for whatever names the business: the tutor's words, unless a page is rendered
// from others.
import { createContext, use } from 'react';

import type { Content } from './schema.ts';
import { contact, site } from './tutor.ts';

type Site = Pick<Content, 'contact' | 'site'>;

export const SiteContext = createContext<Site>({ contact, site });

export function useSite(): Site {
  return use(SiteContext);
}
