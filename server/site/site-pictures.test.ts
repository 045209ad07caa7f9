// Pictures in the words of the site: that they exist, that they are described, how long they are
// stored, and how long everybody gets them.
import { describe, expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { Content } from '../../domain/site/content.ts';
import { PICTURE, picturePath } from '../../domain/site/picture-files.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { deleteUnusedPictures } from '../pictures/pictures.ts';
import { startTestApp } from '../testing/app.ts';
import { plain } from '../testing/pictures.ts';
import { codeOf, test as base } from '../testing/test.ts';

const withPortrait = (id: string, alt = ''): Content => ({
  ...SAMPLE_CONTENT,
  profile: { ...SAMPLE_CONTENT.profile, portrait: { id, alt } },
});
const withLogo = (id: string): Content => ({
  ...SAMPLE_CONTENT,
  site: { ...SAMPLE_CONTENT.site, logo: { id, alt: '' } },
});
const UNKNOWN = '0'.repeat(32);

const test = base
  .extend('upload', ({ tutor }) => async (colour = '#c33') => {
    const file = await plain(60, 40, colour).png().toBuffer();
    const headers = { 'content-type': 'image/png' };
    return (await tutor.call(endpoints.uploadPicture, { file, headers })).body.picture.id;
  })
  .extend('save', ({ tutor }) => async (content: unknown) => {
    const { revision } = (await tutor.call(endpoints.getSite)).body.site.draft;
    const body = { content, revision } as never;
    return tutor.either(endpoints.saveSiteDraft, { body });
  })
  .extend('publish', ({ tutor }) => async () => {
    const { revision } = (await tutor.call(endpoints.getSite)).body.site.draft;
    return tutor.either(endpoints.publishSite, { body: { revision } });
  })
  .extend('deleteUnused', ({ api }) => async () => {
    api.clock.advance({ days: PICTURE.unusedDays + 1 });
    await deleteUnusedPictures(api.context(null));
  })
  .extend('isStored', ({ db }) => async (id: string) => {
    const files = await db
      .selectFrom('picture_files')
      .select('format')
      .where('picture_id', '=', id)
      .execute();
    return files.length > 0;
  });

test('saves a portrait without a description, and publishes it with one', async ({
  tutor,
  upload,
  save,
  publish,
}) => {
  const id = await upload();
  expect(codeOf(await save(withPortrait(id)))).toBe('done');
  const refused = await publish();
  expect(refused.body).toMatchObject({
    code: 'validation_failed',
    details: [{ field: 'profile.portrait.alt' }],
  });
  await save(withPortrait(id, 'Ada at a whiteboard'));
  expect(codeOf(await publish())).toBe('done');
  const { published, draft } = (await tutor.call(endpoints.getSite)).body.site;
  expect([published?.version, draft.content.profile.portrait]).toEqual([
    1,
    { id, alt: 'Ada at a whiteboard' },
  ]);
});

test('publishes a logo without a description', async ({ upload, save, publish }) => {
  await save(withLogo(await upload()));
  expect(codeOf(await publish())).toBe('done');
});

test.for([
  ['profile.portrait.id', withPortrait(UNKNOWN)],
  ['site.logo.id', withLogo(UNKNOWN)],
  ['profile.portrait.id', withPortrait('../../etc/passwd')],
  ['profile.portrait.alt', withPortrait(UNKNOWN, 'a'.repeat(PICTURE.alt + 1))],
] as const)('refuses at %s', async ([field, content], { save, tutor }) => {
  const { status, body } = await save(content);
  expect(status).toBe(400);
  expect(body).toMatchObject({ code: 'validation_failed', details: [{ field }] });
  expect((await tutor.call(endpoints.getSite)).body.site.draft.revision).toBe(0);
});

test('stores a picture as long as the draft names it', async ({
  upload,
  save,
  deleteUnused,
  isStored,
  api,
}) => {
  const id = await upload();
  await save(withPortrait(id));
  await deleteUnused();
  expect(await isStored(id)).toBe(true);
  await api.database.db.deleteFrom('draft_pictures').execute();
  await deleteUnused();
  expect(await isStored(id)).toBe(false);
});

test('stores a picture as long as a version names it, to be restored', async ({
  upload,
  save,
  publish,
  deleteUnused,
  isStored,
}) => {
  const id = await upload();
  await save(withPortrait(id, 'Ada'));
  await publish();
  await save(SAMPLE_CONTENT);
  await publish();
  await deleteUnused();
  expect(await isStored(id)).toBe(true);
});

test('removing and using it at once lose nothing', async ({ api, upload, save, isStored }) => {
  for (let round = 0; round < 5; round += 1) {
    const id = await upload(`#c3${round}`);
    await api.database.db.updateTable('pictures').set({ uploaded_at: 0 }).execute();
    const [saved] = await Promise.all([
      save(withPortrait(id)),
      deleteUnusedPictures(api.context(null)),
    ]);
    expect(await isStored(id)).toBe(saved.status === 200);
  }
});

describe('everybody gets a picture', () => {
  const served = test.extend('isServed', async ({ api }) => {
    const on = { ...api.databaseOptions, exclusive: false };
    const other = await startTestApp({ on });
    onTestFinished(() => other.close());
    /** The answers of two processes. */
    return async (id: string) => {
      const url = picturePath(id, 60, 'jpg');
      const answers = [];
      for (const { app } of [api, other])
        for (const method of ['GET', 'HEAD'] as const)
          answers.push((await app.inject({ method, url })).statusCode);
      expect(new Set(answers).size, answers.join()).toBe(1);
      return answers[0] === 200;
    };
  });

  served(
    'until it is taken off the site',
    async ({ isServed, isStored, upload, save, publish }) => {
      const id = await upload();
      expect(await isServed(id)).toBe(true);
      await save(withPortrait(id, 'Ada'));
      await publish();
      await save(SAMPLE_CONTENT);
      // The site shows it as long as nothing else is published.
      expect(await isServed(id)).toBe(true);
      await publish();
      expect(await isServed(id)).toBe(false);
      expect(await isStored(id)).toBe(true);
    },
  );

  served(
    'again once its version is taken back',
    async ({ api, tutor, isServed, upload, save, publish }) => {
      const id = await upload();
      await save(withPortrait(id, 'Ada'));
      await publish();
      api.clock.advance({ minutes: 1 });
      const other = await upload('#33c');
      await save(withPortrait(other, 'Ada outside'));
      await publish();
      expect([await isServed(id), await isServed(other)]).toEqual([false, true]);
      await tutor.call(endpoints.restoreSiteVersion, { params: { n: '1' }, body: {} });
      expect([await isServed(id), await isServed(other)]).toEqual([true, true]);
      await publish();
      expect([await isServed(id), await isServed(other)]).toEqual([true, false]);
    },
  );

  served(
    'that is uploaded once more, before a draft names it',
    async ({ api, isServed, upload, save, publish }) => {
      const id = await upload();
      await save(withPortrait(id, 'Ada'));
      await publish();
      await save(SAMPLE_CONTENT);
      await publish();
      api.clock.advance({ minutes: 1 });
      await upload();
      expect(await isServed(id)).toBe(true);
      await save(withLogo(await upload('#33c')));
      await publish();
      expect(await isServed(id)).toBe(false);
    },
  );
});
