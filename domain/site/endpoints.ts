// Calls of the tutor about the site's words and pictures.
import * as z from 'zod/mini';

import { ok, endpoint } from '../endpoint.ts';
import { BODY_BYTES } from '../limits.ts';
import { pictureSchema } from './content-fields.ts';
import { contentSchema } from './content.ts';
import { PICTURE, pictureTypes } from './picture-files.ts';
import { firstStepsSchema } from './site.ts';
import * as site from './site.ts';

const oneSite = ok({ site: site.siteSchema });

export const getSite = endpoint('GET', '/api/admin/site', {
  summary: "Get the draft of the site's words and what is published",
  auth: 'admin',
  answer: oneSite,
});
export const getFirstSteps = endpoint('GET', '/api/admin/first-steps', {
  summary: "List the steps of the tutor's first hour and which are done",
  auth: 'admin',
  answer: ok({ steps: firstStepsSchema }),
});
export const saveSiteDraft = endpoint('PUT', '/api/admin/site/draft', {
  summary: "Save a draft of the site's words",
  auth: 'admin',
  body: site.siteDraftSchema,
  within: 'content',
  maxBytes: BODY_BYTES.site,
  answer: oneSite,
  errors: ['draft_changed'],
});
export const publishSite = endpoint('POST', '/api/admin/site/publish', {
  summary: 'Publish the draft as the next version',
  auth: 'admin',
  body: site.sitePublicationSchema,
  answer: oneSite,
  errors: ['draft_changed', 'site_not_rendered'],
});
export const listSiteVersions = endpoint('GET', '/api/admin/site/versions', {
  summary: "List the latest published versions of the site's words, newest first",
  auth: 'admin',
  answer: ok({ versions: z.array(site.siteVersionSchema) }),
});
export const getSiteVersion = endpoint('GET', '/api/admin/site/versions/{n}', {
  summary: 'Get the words of a published version, or of the sample (0)',
  auth: 'admin',
  params: z.object({ n: site.siteVersionNumber }),
  answer: ok({ content: contentSchema }),
  errors: ['version_not_found'],
});
export const restoreSiteVersion = endpoint('POST', '/api/admin/site/versions/{n}/restore', {
  summary: 'Make a published version, or the sample (0), the draft',
  auth: 'admin',
  params: z.object({ n: site.siteVersionNumber }),
  body: site.siteRestorationSchema,
  answer: oneSite,
  errors: ['draft_changed', 'version_not_found'],
});
export const previewSite = endpoint('POST', '/api/admin/site/preview', {
  summary: 'Render a page with other words, without scripts',
  auth: 'admin',
  accountLimit: 'preview',
  body: site.sitePreviewSchema,
  within: 'content',
  maxBytes: BODY_BYTES.site,
  answer: ok({ html: z.string() }),
  errors: ['site_not_rendered'],
});
export const uploadPicture = endpoint('POST', '/api/admin/pictures', {
  summary: 'Upload a picture for the site',
  auth: 'admin',
  accountLimit: 'picture',
  file: { types: pictureTypes, maxBytes: PICTURE.bytes },
  answer: ok({ picture: pictureSchema }),
  status: 201,
  errors: ['not_a_picture'],
});
