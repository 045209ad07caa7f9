// The words of the tutor's site.
import type { Api } from '../http/mount.ts';
import type { SitePages } from './pages/pages.ts';
import { mountSiteRoutes } from './routes.ts';
import type { SiteWords } from './words.ts';

interface SiteParts {
  words: SiteWords;
  /** Null for a process that serves the API alone. */
  pages: SitePages | null;
  provider: unknown;
  mailServer: string | null;
}

export const site = {
  routes: (api: Api, { words, pages, provider, mailServer }: SiteParts) =>
    mountSiteRoutes(api, words, pages, {
      takesPayments: provider !== null,
      sendsEmails: mailServer !== null,
    }),
};
