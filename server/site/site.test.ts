// The words of the site: drafts, versions, what is refused, and two who write at once.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { BODY_BYTES } from '../../domain/limits.ts';
import { contentParts, type Content } from '../../domain/site/content.ts';
import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { makeAdmin } from '../testing/factories.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { latestVersion } from './words.ts';

const headed = (heading: string): Content => ({
  ...SAMPLE_CONTENT,
  hero: { ...SAMPLE_CONTENT.hero, heading },
});

const test = base
  .extend('read', ({ tutor }) => async () => {
    return (await tutor.call(endpoints.getSite)).body.site;
  })
  .extend('save', ({ tutor }) => (content: unknown, revision: number) => {
    return tutor.either(endpoints.saveSiteDraft, { body: { content, revision } as never });
  })
  .extend('publish', ({ tutor }) => (revision: number, note?: string) => {
    return tutor.either(endpoints.publishSite, {
      body: { revision, ...(note === undefined ? {} : { note }) },
    });
  })
  .extend('restore', ({ tutor }) => (n: number, body: { revision?: number } = {}) => {
    return tutor.either(endpoints.restoreSiteVersion, { params: { n }, body });
  })
  .extend('versions', ({ tutor }) => async () => {
    return (await tutor.call(endpoints.listSiteVersions)).body.versions;
  });

test('begins with the sample, and publishes it as nothing', async ({ read, publish, versions }) => {
  expect(await read()).toEqual({
    draft: { content: SAMPLE_CONTENT, revision: 0, saved_at: null },
    pictures: [],
    published: null,
    samples: contentParts,
    replaced: [],
    not_shown: null,
  });
  expect((await publish(0)).status).toBe(200);
  expect(await versions()).toEqual([]);
});

test('publishes and restores', async ({ api, tutor, read, save, publish, versions, restore }) => {
  const { status } = await save(headed('First'), 0);
  expect(status).toBe(200);
  const saved = await read();
  expect(saved.draft).toEqual({
    content: headed('First'),
    revision: 1,
    saved_at: new Date(api.clock.now).toISOString(),
  });
  expect(saved.samples).toEqual(contentParts.filter((part) => part !== 'hero'));
  expect(saved.published).toBeNull();
  await publish(1, 'A new heading');
  // Again, which changes nothing.
  expect((await publish(1)).status).toBe(200);
  await save(headed('Second'), 1);
  await publish(2);
  const at = new Date(api.clock.now).toISOString();
  expect(await versions()).toEqual([
    { version: 2, published_at: at, by: expect.any(String), note: null },
    { version: 1, published_at: at, by: expect.any(String), note: 'A new heading' },
  ]);
  expect((await restore(1, { revision: 2 })).status).toBe(200);
  expect((await read()).draft).toMatchObject({ content: headed('First'), revision: 3 });
  expect(codeOf(await restore(2, { revision: 2 }))).toBe('draft_changed');
  expect(codeOf(await restore(3))).toBe('version_not_found');
  const second = await tutor.call(endpoints.getSiteVersion, { params: { n: 2 } });
  expect(second.body.content).toEqual(headed('Second'));
  await restore(0);
  expect((await read()).draft).toMatchObject({ content: SAMPLE_CONTENT, revision: 4 });
  await publish(4);
  expect((await read()).published).toMatchObject({ version: 3 });
});

test('takes the same save twice, because its answer may be lost', async ({ save, read }) => {
  await save(headed('First'), 0);
  expect((await save(headed('First'), 0)).status).toBe(200);
  expect((await read()).draft.revision).toBe(1);
  expect(codeOf(await save(headed('Other'), 0))).toBe('draft_changed');
});

const { faq, profile, testimonials } = SAMPLE_CONTENT;
const [question] = faq.entries;
const [review] = testimonials.entries;
test.for([
  [
    { faq: { ...faq, entries: faq.entries.with(2, { question: 'Why?', answer: ' ' }) } },
    'faq.entries.2.answer',
  ],
  [{ faq: { ...faq, entries: [...faq.entries, question] } }, 'faq.entries.3.question'],
  [{ faq: { ...faq, entries: faq.entries.slice(1) } }, 'faq.entries'],
  [
    { testimonials: { ...testimonials, entries: [{ ...review, rating: 6 }] } },
    'testimonials.entries.0.rating',
  ],
  [{ profile: { ...profile, claims: Array(7).fill(profile.claims[0]) } }, 'profile.claims'],
  [
    { profile: { ...profile, channel: { ...profile.channel, address: 'javascript:alert(1)' } } },
    'profile.channel.address',
  ],
  [{ site: { ...SAMPLE_CONTENT.site, name: 'A' } }, 'site.name'],
  [{ site: { ...SAMPLE_CONTENT.site, name: 'A'.repeat(200) } }, 'site.name'],
  [{ terms: undefined }, 'terms'],
] as const)('refuses %j and stores nothing', async ([change, field], { save, read }) => {
  const { status, body } = await save({ ...SAMPLE_CONTENT, ...change }, 0);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(`"field":"${field}"`);
  expect((await read()).draft.revision).toBe(0);
});

test('refuses a revision that no draft can have', async ({ save, publish, restore }) => {
  const revision = 2 ** 31;
  for (const { status } of [
    await save(SAMPLE_CONTENT, revision),
    await publish(revision),
    await restore(0, { revision }),
  ])
    expect(status).toBe(400);
  expect((await restore(0, { revision: revision - 1 })).status).toBe(409);
});

test('takes 512 KiB and no more', async ({ save }) => {
  const sized = (bytes: number) => ({ ...SAMPLE_CONTENT, extra: 'x'.repeat(bytes) });
  expect((await save(sized(BODY_BYTES.site - 10_000), 0)).status).toBe(200);
  expect(codeOf(await save(sized(BODY_BYTES.site), 1))).toBe('payload_too_large');
});

test('of two admins who save the same revision, one is told', async ({ api, save, read }) => {
  const other = await makeAdmin(api);
  const answers = await Promise.all([
    save(headed('Mine'), 0),
    other.either(endpoints.saveSiteDraft, { body: { content: headed('Theirs'), revision: 0 } }),
  ]);
  expect(answers.map(codeOf).toSorted()).toEqual(['done', 'draft_changed']);
  const won = codeOf(answers[0]) === 'done' ? 'Mine' : 'Theirs';
  expect((await read()).draft).toMatchObject({ content: headed(won), revision: 1 });
});

test('numbers versions without gaps at once', async ({ api, save, publish, versions }) => {
  const other = await makeAdmin(api);
  for (let revision = 0; revision < 5; revision += 1) {
    await save(headed(`Heading ${revision}`), revision);
    const body = { revision: revision + 1 };
    const answers = await Promise.all([
      publish(revision + 1),
      other.either(endpoints.publishSite, { body }),
      other.either(endpoints.publishSite, { body }),
      save(headed(`Heading ${revision}`), revision),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  }
  expect((await versions()).map(({ version }) => version)).toEqual([5, 4, 3, 2, 1]);
});

test('publishes nothing when the draft is saved meanwhile', async ({ save, publish, versions }) => {
  await save(headed('First'), 0);
  const [published, saved] = await Promise.all([publish(1), save(headed('Second'), 1)]);
  expect(codeOf(saved)).toBe('done');
  expect((await versions()).length).toBe(codeOf(published) === 'done' ? 1 : 0);
});

// The negative control: reading the number without the lock on the draft.
test('without the lock, two who publish at once take the same number', async ({ db, tutor }) => {
  const { id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  expect(tutor).toBeDefined();
  const read = async () => ((await latestVersion.first(db, {}))?.version ?? 0) + 1;
  const numbers = await Promise.all([read(), read()]);
  const writes = await Promise.allSettled(
    numbers.map((version) =>
      db
        .insertInto('site_versions')
        .values({ version, content: '{}', note: null, published_at: 1, published_by: id })
        .execute(),
    ),
  );
  expect(writes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('keeps what this release rejects, and says so', async ({ db, tutor, read, save, publish }) => {
  await save(headed('Good'), 0);
  await publish(1);
  const { id } = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow();
  expect(tutor).toBeDefined();
  const { faq: _, ...older } = headed('Older');
  const content = JSON.stringify(older);
  await db
    .insertInto('site_versions')
    .values({ version: 2, content, note: null, published_at: 1, published_by: id })
    .execute();
  await db.updateTable('site_draft').set({ content }).execute();
  const site = await read();
  expect(site.not_shown).toMatchObject({ version: 2, faults: [{ field: 'faq' }] });
  expect(site.replaced).toEqual(['faq']);
  expect(site.draft.content).toEqual(headed('Older'));
  const { status, body } = await publish(1);
  expect([status, body]).toMatchObject([400, { details: [{ field: 'faq' }] }]);
  // Saving what the editor shows mends it.
  await save(site.draft.content, 1);
  await publish(2);
  expect(await read()).toMatchObject({ published: { version: 3 }, replaced: [], not_shown: null });
});

test('never changes a version', async ({ db, save, publish }) => {
  await save(headed('First'), 0);
  await publish(1);
  await expect(
    db
      .updateTable('site_versions')
      .set({ note: 'x' } as never)
      .execute(),
  ).rejects.toThrow('append-only');
  await expect(db.deleteFrom('site_versions').execute()).rejects.toThrow('append-only');
});
