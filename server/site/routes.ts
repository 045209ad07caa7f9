// HTTP of the words of the tutor's site: the draft, its versions and previews.
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Content, PageWords } from '../../domain/site/content.ts';
import { type Api, mount } from '../http/mount.ts';
import { listNextLessons } from '../lessons/next-lessons.ts';
import { publishDraft, restoreVersion, saveDraft } from './changes.ts';
import { type Outside, readFirstSteps } from './first-steps.ts';
import type { SitePages } from './pages/pages.ts';
import { listVersions, readSite, readMendedVersion } from './site.ts';
import { type SiteWords, shownPicturesOf } from './words.ts';

/** `pages` is null for a process that serves the API alone. */
export function mountSiteRoutes(
  api: Api,
  words: SiteWords,
  pages: SitePages | null,
  outside: Outside,
) {
  const { db } = api.database;
  const answer = async () => ({ site: await readSite(db, words, pages?.isRendered() ?? true) });

  const render = async <Result>(content: Content, use: (words: PageWords) => Promise<Result>) => {
    const { business } = await words.ofPages(db);
    try {
      // An earlier version is shown without those that were taken off the site.
      const pictures = await shownPicturesOf(db, content);
      return await use({ content: words.forPages(content), business, pictures });
    } catch (error) {
      api.app.log.error({ err: error }, 'failed to render the pages with the words of the draft');
      throw new Refusal('site_not_rendered', {}, error);
    }
  };

  mount(api, endpoints.getSite, answer);
  mount(api, endpoints.getFirstSteps, async ({ context }) => ({
    steps: await readFirstSteps(db, context.actor.id, words, outside),
  }));
  mount(api, endpoints.saveSiteDraft, async ({ context, body }) => {
    await saveDraft(context, body);
    return answer();
  });
  mount(api, endpoints.publishSite, async ({ context, body }) => {
    await publishDraft(context, body, words, async (content) => {
      if (pages !== null) await render(content, pages.tryOut);
    });
    return answer();
  });
  mount(api, endpoints.listSiteVersions, async () => ({ versions: await listVersions(db) }));
  mount(api, endpoints.getSiteVersion, async ({ params }) => ({
    content: await readMendedVersion(db, params.n, words),
  }));
  mount(api, endpoints.restoreSiteVersion, async ({ context, params, body }) => {
    await restoreVersion(context, { version: params.n, revision: body.revision }, words);
    return answer();
  });
  mount(api, endpoints.previewSite, async ({ context: { now }, body: { content, page } }) => {
    if (pages === null) throw new Refusal('site_not_rendered');
    const offered = { lessons: await listNextLessons(db, now), at: now };
    return { html: await render(content, (draft) => pages.preview(page, draft, offered)) };
  });
}
