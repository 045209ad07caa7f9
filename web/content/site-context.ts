// The content for any component that names the business: the tutor's, unless a page is rendered
// with another.
import { createContext, use } from 'react';

import { contact, site } from './business.ts';
import type { Content } from '../../domain/content.ts';

type Site = Pick<Content, 'contact' | 'site'>;

export const SiteContext = createContext<Site>({ contact, site });

export function useSite(): Site {
  return use(SiteContext);
}
