// What is published, as processes serve it: the pages, the emails, and after a restart.
import sharp from 'sharp';
import { expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, makeLesson } from '../testing/factories.ts';
import { plain } from '../testing/pictures.ts';
import { makeSite, UNRENDERED_HEADING } from '../testing/servers/small-site.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { CHECK_EVERY_MS } from './pages/pages.ts';

/** A few looks, on a busy machine. */
const SOON = { timeout: 10 * CHECK_EVERY_MS } as const;

const wordsOf = (heading: string): Content => ({
  ...SAMPLE_CONTENT,
  site: { ...SAMPLE_CONTENT.site, name: 'Other Physics', sampleNotice: '' },
  hero: { ...SAMPLE_CONTENT.hero, heading },
});

const test = base
  .extend('dist', async ({}, { onCleanup }) => {
    const site = await makeSite();
    onCleanup(() => site.remove());
    return site.dist;
  })
  .extend('api', async ({ dist }, { onCleanup }) => {
    const api = await startTestApp({ dist });
    onCleanup(() => api.close());
    return api;
  })
  .extend('tutor', ({ api }) => makeAdmin(api))
  .extend('publish', ({ tutor }) => async (content: Content) => {
    const { revision } = (await tutor.call(endpoints.getSite)).body.site.draft;
    await tutor.call(endpoints.saveSiteDraft, { body: { content, revision } });
    return tutor.either(endpoints.publishSite, { body: { revision: revision + 1 } });
  });

const homeOf = async ({ app }: TestApp) => (await app.inject(paths.home)).body;

/** Another server on the same database. */
async function startOther(api: TestApp, dist: string): Promise<TestApp> {
  const other = await startTestApp({ on: { ...api.databaseOptions, exclusive: false }, dist });
  onTestFinished(() => other.close());
  return other;
}

test('each process serves it, even after a restart', async ({ api, dist, tutor, publish }) => {
  const other = await startOther(api, dist);
  const before = (await other.app.inject(paths.home)).headers['etag'];
  expect(codeOf(await publish(wordsOf('Light')))).toBe('done');
  for (const server of [api, other])
    await expect.poll(() => homeOf(server), SOON).toContain('Light 24 hours');
  expect((await other.app.inject(paths.home)).headers['etag']).not.toBe(before);
  expect((await other.app.inject('/site.webmanifest')).json()).toEqual({ name: 'Other Physics' });
  expect(await homeOf(await startOther(api, dist))).toContain('Light');
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  const latest = activities.find(({ kind }) => kind === 'site_published');
  expect(latest).toMatchObject({ admin: 'Tutor', subject: 'Version 1' });
});

test('draws the share image and the icons with the published words', async ({ api, publish }) => {
  const get = (path: string) => api.app.inject(path);
  expect((await get('/share.png')).statusCode).toBe(404);
  await publish(wordsOf('Light'));
  const drawn = async () => (await get('/icon.svg')).body;
  await expect.poll(drawn, { timeout: 30_000 }).toContain('Other Physics');
  const { headers, rawPayload } = await get('/share.png');
  expect(headers).toMatchObject({ 'content-type': 'image/png' });
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(rawPayload.length).toBeLessThan(100_000);
  for (const [path, size] of [
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable-512.png', 512],
  ] as const)
    expect(await sharp((await get(path)).rawPayload).metadata()).toMatchObject({ width: size });
  expect((await get('/favicon.ico')).rawPayload.readUInt16LE(4)).toBe(3);
  const etag = String(headers['etag']);
  const again = await api.app.inject({ url: '/share.png', headers: { 'if-none-match': etag } });
  expect(again.statusCode).toBe(304);
});

test('emails and calendars have the words at once', async ({ api, dist, tutor, publish }) => {
  const other = await startOther(api, dist);
  await publish(wordsOf('Light'));
  const preview = await tutor.via(other).call(endpoints.previewEmail, { body: {} });
  expect(preview.body.preview.text).toContain('Other Physics');
  const { calendar } = (await tutor.call(endpoints.renewAdminCalendar)).body;
  expect((await other.app.inject(calendar?.path ?? '')).body).toContain('Other Physics');
});

test('publishes nothing when a page cannot be rendered', async ({ api, tutor, publish }) => {
  await publish(wordsOf('Light'));
  await expect.poll(() => homeOf(api), SOON).toContain('Light');
  const refused = await publish(wordsOf(UNRENDERED_HEADING));
  expect([refused.status, codeOf(refused)]).toEqual([500, 'site_not_rendered']);
  const { site } = (await tutor.call(endpoints.getSite)).body;
  expect(site).toMatchObject({ published: { version: 1 }, not_shown: null });
  expect(await homeOf(api)).toContain('Light');
});

test('keeps its pages beside a build it cannot render', async ({ api, db, tutor, publish }) => {
  await publish(wordsOf('Light'));
  await expect.poll(() => homeOf(api), SOON).toContain('Light');
  const { id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  const content = JSON.stringify(wordsOf(UNRENDERED_HEADING));
  await db
    .insertInto('site_versions')
    .values({ version: 2, content, note: null, published_at: 1, published_by: id })
    .execute();
  const read = async () => (await tutor.call(endpoints.getSite)).body.site.not_shown;
  await expect.poll(read, SOON).toEqual({ version: 2, faults: [] });
  expect(await homeOf(api)).toContain('Light');
});

test('previews a page with unsaved words, and the next lessons', async ({ api, tutor }) => {
  await makeLesson(api, { Lesson_Name: 'GCSE: Waves' });
  const body = { content: wordsOf('Sound'), page: paths.terms };
  const { html } = (await tutor.call(endpoints.previewSite, { body })).body;
  expect(html).toBe('Sound 24 hours at http://lessons.test preview, GCSE: Waves');
  expect(await homeOf(api)).not.toContain('Sound');
});

test('previews an earlier version without a picture that was taken off the site', async ({
  tutor,
  publish,
}) => {
  const file = await plain().png().toBuffer();
  const headers = { 'content-type': 'image/png' };
  const { id } = (await tutor.call(endpoints.uploadPicture, { file, headers })).body.picture;
  const earlier = wordsOf('Light');
  const content = { ...earlier, profile: { ...earlier.profile, portrait: { id, alt: 'Ada' } } };
  const preview = async () => {
    const body = { content, page: paths.home };
    return (await tutor.call(endpoints.previewSite, { body })).body.html;
  };
  await publish(content);
  expect(await preview()).toContain(id);
  await publish(wordsOf('Sound'));
  expect(await preview()).not.toContain(id);
  await tutor.call(endpoints.restoreSiteVersion, { params: { n: '1' }, body: {} });
  expect(await preview()).toContain(id);
});
