// Pictures: their files, the limits on reading them, and who comes first.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { PICTURE, picturePath } from '../../domain/site/picture-files.ts';
import { watch } from '../testing/database/failing.ts';
import { manyScans, plain } from '../testing/pictures.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { deleteUnusedPictures } from './pictures.ts';
import { createPictureReader } from './processing.ts';

const test = base.extend('upload', ({ tutor }) => async (width: number, colour = '#c33') => {
  const file = await plain(width, 40, colour).jpeg().toBuffer();
  return tutor.either(endpoints.uploadPicture, { file, headers: { 'content-type': 'image/jpeg' } });
});
const pictureOf = ({ body }: { body: unknown }) =>
  endpoints.uploadPicture.answer.parse(body).picture;

test('serves a picture to everybody, to be stored for a year', async ({ api, upload }) => {
  const { id } = pictureOf(await upload(700));
  const { statusCode, headers, rawPayload } = await api.app.inject(picturePath(id, 640, 'webp'));
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-length': String(rawPayload.length),
  });
  expect(rawPayload.toString('latin1', 8, 12)).toBe('WEBP');
});

describe('of the database', () => {
  /** What the statements select, the latest last. */
  const selections: string[] = [];
  test.override('settings', {
    wrap: (database) =>
      watch(database, (node) => {
        if ('selections' in node) selections.push(JSON.stringify(node.selections));
      }),
  });

  test('HEAD says what GET would serve, without reading the file', async ({ api, upload }) => {
    const { id } = pictureOf(await upload(700));
    const url = picturePath(id, 640, 'webp');
    const { headers, rawPayload } = await api.app.inject(url);
    expect(selections.at(-1)).toContain('"bytes"');
    selections.length = 0;
    const head = await api.app.inject({ method: 'HEAD', url });
    expect(head).toMatchObject({ statusCode: 200, body: '' });
    const { date: _, ...served } = headers;
    expect(head.headers).toMatchObject(served);
    expect(head.headers['content-length']).toBe(String(rawPayload.length));
    expect(selections).toEqual([expect.stringContaining('length(bytes)')]);
    const none = { method: 'HEAD', url: picturePath(id, 641, 'webp') } as const;
    expect((await api.app.inject(none)).statusCode).toBe(404);
  });

  test('a file is read once for all who ask at once, and later', async ({ api, upload }) => {
    const { id } = pictureOf(await upload(700));
    selections.length = 0;
    const get = () => api.app.inject(picturePath(id, 640, 'jpg'));
    const answers = await Promise.all(Array.from({ length: 20 }, get));
    answers.push(await get(), await api.app.inject(picturePath(id, 320, 'jpg')));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(22).fill(200));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(2);
    expect(selections.filter((each) => each.includes('"bytes"'))).toHaveLength(2);
  });
});

test('gives the same file the same id, and another one another', async ({ db, upload }) => {
  const [first, again, other] = [await upload(70), await upload(70), await upload(70, '#3c3')];
  expect(pictureOf(again)).toEqual(pictureOf(first));
  expect(pictureOf(other).id).not.toBe(pictureOf(first).id);
  const { count } = await db
    .selectFrom('picture_files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(6);
});

test('has nothing at any other address', async ({ api, upload }) => {
  const { id } = pictureOf(await upload(70));
  for (const path of [
    picturePath(id, 71, 'jpg'),
    picturePath('0'.repeat(32), 70, 'jpg'),
    `/pictures/${id}-70.png`,
    '/pictures/..%2f..%2fserver.ts',
    "/pictures/' or 1=1",
  ])
    expect((await api.app.inject(path)).statusCode, path).toBe(404);
  const posted = await api.app.inject({ method: 'POST', url: picturePath(id, 70, 'jpg') });
  expect([404, 405]).toContain(posted.statusCode);
});

test('stops a picture that takes too long, or too much memory', async () => {
  const file = await manyScans(90);
  const reasonOf = (limits: { seconds: number; megabytes: number }) =>
    createPictureReader(limits)
      .read(file, 'image/jpeg')
      .then(
        () => 'read',
        (error: unknown) => (error instanceof Refusal ? error.message : error),
      );
  expect(await reasonOf({ seconds: 0.1, megabytes: 500 })).toMatch(/took too long/);
  expect(await reasonOf({ seconds: 20, megabytes: 60 })).toMatch(/more memory than/);
});

test('reads one picture at a time, and lets few wait', async ({ api, upload }) => {
  const uploads = Array.from({ length: PICTURE.waiting + 3 }, (_, n) => upload(90 + n));
  // The server answers meanwhile.
  expect((await api.app.inject('/api/health')).statusCode).toBe(200);
  const codes = (await Promise.all(uploads)).map(codeOf);
  expect(codes.filter((code) => code === 'done')).toHaveLength(PICTURE.waiting + 1);
  expect(codes.filter((code) => code === 'service_unavailable')).toHaveLength(2);
  // It goes on afterwards.
  expect(codeOf(await upload(50))).toBe('done');
});

test('removes a picture that nothing shows 30 days after its upload', async ({ api, upload }) => {
  const { id } = pictureOf(await upload(70));
  const other = pictureOf(await upload(80));
  const isServed = async (one: string, width: number) =>
    (await api.app.inject(picturePath(one, width, 'jpg'))).statusCode === 200;
  api.clock.advance({ hours: 1 });
  await upload(80);
  api.clock.advance({ days: PICTURE.unusedDays, hours: -1, ms: -1 });
  await deleteUnusedPictures(api.context(null));
  expect([await isServed(id, 70), await isServed(other.id, 80)]).toEqual([true, true]);
  api.clock.advance({ ms: 1 });
  await deleteUnusedPictures(api.context(null));
  expect([await isServed(id, 70), await isServed(other.id, 80)]).toEqual([false, true]);
});
