// The steps of the first hour are ticked by what the tutor has done, and the sample notice goes
// with the last part of the sample.
import { expect } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { type Content, contentParts } from '../../domain/site/content.ts';
import { firstSteps } from '../../domain/site/site.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { makeLesson } from '../testing/factories.ts';
import { plain } from '../testing/pictures.ts';
import { test as base } from '../testing/test.ts';
import { readFirstSteps } from './first-steps.ts';
import { createSiteWords } from './words.ts';

const test = base
  .extend('done', ({ tutor }) => async () => {
    const { steps } = (await tutor.call(endpoints.getFirstSteps)).body;
    expect(steps.map(({ step }) => step)).toEqual(firstSteps);
    return steps.filter(({ is_done }) => is_done).map(({ step }) => step);
  })
  .extend('publish', ({ tutor }) => async (content: Content) => {
    const { revision } = (await tutor.call(endpoints.getSite)).body.site.draft;
    await tutor.call(endpoints.saveSiteDraft, { body: { content, revision } });
    await tutor.call(endpoints.publishSite, { body: { revision: revision + 1 } });
  });

test('nothing is done at first', async ({ done }) => {
  expect(await done()).toEqual([]);
});

test('ticks what is published, saved and planned', async ({ api, tutor, done, publish }) => {
  const file = await plain().png().toBuffer();
  const headers = { 'content-type': 'image/png' };
  const { picture } = (await tutor.call(endpoints.uploadPicture, { file, headers })).body;
  const { site, contact, profile, terms } = SAMPLE_CONTENT;
  await publish({
    ...SAMPLE_CONTENT,
    site: { ...site, name: 'Other Physics' },
    contact: { ...contact, phone: '07700 900999' },
    profile: { ...profile, portrait: { id: picture.id, alt: 'Ada' } },
    terms: { ...terms, heading: 'Our terms' },
  });
  expect(await done()).toEqual(['name', 'contact', 'portrait', 'terms']);
  await tutor.call(endpoints.updateSettings, { body: { business: DEFAULT_BUSINESS } });
  await makeLesson(api);
  expect(await done()).toEqual([
    'name',
    'contact',
    'portrait',
    'price',
    'times',
    'terms',
    'lesson',
  ]);
});

test('a draft ticks nothing', async ({ tutor, done }) => {
  const content = { ...SAMPLE_CONTENT, site: { ...SAMPLE_CONTENT.site, name: 'Other Physics' } };
  await tutor.call(endpoints.saveSiteDraft, { body: { content, revision: 0 } });
  expect(await done()).toEqual([]);
});

test('ticks what the server is connected to', async ({ db, tutor, done }) => {
  expect(await done()).toEqual([]);
  const connected = { takesPayments: true, sendsEmails: true };
  const words = createSiteWords(SAMPLE_CONTENT);
  const { id } = await db
    .selectFrom('admins')
    .select('id')
    .where('email', '=', tutor.email)
    .executeTakeFirstOrThrow();
  const steps = await readFirstSteps(db, id, words, connected);
  expect(steps.filter(({ is_done }) => is_done).map(({ step }) => step)).toEqual([
    'payments',
    'email',
  ]);
});

test('shows the sample notice until no part is the sample’s', () => {
  const words = createSiteWords(SAMPLE_CONTENT);
  const own = JSON.parse(
    JSON.stringify(SAMPLE_CONTENT).replaceAll('"heading":"', '"heading":"Own '),
  ) as Content;
  expect(words.forPages(own).site.sampleNotice).not.toBe('');
  const all = {
    ...own,
    site: { ...own.site, name: 'Own Physics' },
    contact: { ...own.contact, phone: '07700 900999' },
    seller: { ...own.seller, name: 'Own' },
  };
  expect(contentParts.filter((part) => all[part] === SAMPLE_CONTENT[part])).toEqual([]);
  expect(words.forPages(all).site.sampleNotice).toBe('');
});
