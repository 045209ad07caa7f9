// Every call of the site's words and pictures, once.
import * as endpoints from '../../../domain/endpoints.ts';
import { picturePath } from '../../../domain/site/picture-files.ts';
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { deleteUnusedPictures } from '../../pictures/pictures.ts';
import type { TestApp } from '../app.ts';
import type { Caller } from '../caller.ts';
import { plain } from '../pictures.ts';

export async function useSite(api: TestApp, tutor: Caller): Promise<void> {
  const file = await plain().png().toBuffer();
  const headers = { 'content-type': 'image/png' };
  const { id } = (await tutor.call(endpoints.uploadPicture, { file, headers })).body.picture;
  await api.app.inject(picturePath(id, 60, 'jpg'));
  const portrait = { id, alt: 'Ada at a whiteboard' };
  const content = { ...SAMPLE_CONTENT, profile: { ...SAMPLE_CONTENT.profile, portrait } };
  const { revision } = (await tutor.call(endpoints.getSite)).body.site.draft;
  await tutor.call(endpoints.saveSiteDraft, { body: { content, revision } });
  await tutor.call(endpoints.publishSite, { body: { revision: revision + 1, note: 'A portrait' } });
  await tutor.call(endpoints.listSiteVersions);
  await tutor.call(endpoints.getSiteVersion, { params: { n: '1' } });
  await tutor.call(endpoints.restoreSiteVersion, { params: { n: '1' }, body: {} });
  await tutor.call(endpoints.getFirstSteps);
  await deleteUnusedPictures(api.context(null));
}
