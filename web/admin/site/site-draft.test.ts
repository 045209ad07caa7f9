// The draft in the editor of the site: saving, faults, lost connections and collisions.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Content, contentSchema } from '../../../domain/site/content.ts';
import type { Site } from '../../../domain/site/site.ts';
import * as sample from '../../content/tutor.ts';
import { ApiError, NetworkError } from '../../transport/failures.ts';
import { SAVE_PAUSE_MS, SiteDraft } from './site-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const words = contentSchema.parse({ ...sample });
const named = (name: string): Content => ({ ...words, site: { ...words.site, name } });
const siteWith = (content: Content, revision: number): Site => ({
  draft: { content, revision, saved_at: null },
  published: null,
  pictures: [],
  samples: [],
  replaced: [],
  not_shown: null,
});
const changed = () => new ApiError('Changed.', { status: 409, code: 'draft_changed' });

/** A server with one draft, and a device. */
function open(stored: Parameters<typeof make>[1] = null) {
  return make(siteWith(named('First'), 4), stored);
}
function make(site: Site, stored: ConstructorParameters<typeof SiteDraft>[1]) {
  const server = { site, saves: 0, failure: null as Error | null };
  const kept: { words: Content | null } = { words: stored?.content ?? null };
  const draft = new SiteDraft(site, stored, {
    save: async (content, revision) => {
      server.saves += 1;
      if (server.failure !== null) throw server.failure;
      if (revision !== server.site.draft.revision) throw changed();
      server.site = siteWith(content, revision + 1);
      return server.site;
    },
    load: async () => server.site,
    store: ({ content }) => {
      kept.words = content;
      return true;
    },
    delete: () => {
      kept.words = null;
    },
    report: () => undefined,
  });
  return { draft, server, kept };
}
const pause = () => vi.advanceTimersByTimeAsync(SAVE_PAUSE_MS);

test('saves once typing pauses, with one call for all that was typed', async () => {
  const { draft, server, kept } = open();
  draft.change(named('Fir'));
  draft.change(named('Firm'));
  expect(kept.words?.site.name).toBe('Firm');
  await pause();
  expect(server.saves).toBe(1);
  expect(server.site.draft.content.site.name).toBe('Firm');
  expect(draft.read().saving.kind).toBe('saved');
  expect(kept.words).toBeNull();
});

test('sends what was typed during a call after it, with the next revision', async () => {
  const { draft, server } = open();
  draft.change(named('One'));
  vi.advanceTimersByTime(SAVE_PAUSE_MS);
  draft.change(named('Two'));
  await pause();
  await pause();
  expect(server.site.draft).toMatchObject({ revision: 6, content: { site: { name: 'Two' } } });
  expect(draft.read().saving.kind).toBe('saved');
});

test('keeps words with a fault on the device and names the field', async () => {
  const { draft, server, kept } = open();
  draft.change(named('N'));
  await pause();
  expect(server.saves).toBe(0);
  expect(draft.read().saving.kind).toBe('faulty');
  expect([...draft.read().faults.keys()]).toEqual(['site.name']);
  expect(kept.words?.site.name).toBe('N');
});

test('tries again by itself after a failure', async () => {
  const { draft, server, kept } = open();
  server.failure = new NetworkError(new Error('offline'));
  draft.change(named('Kept'));
  await pause();
  expect(draft.read().saving.kind).toBe('failed');
  expect(kept.words?.site.name).toBe('Kept');
  server.failure = null;
  await vi.advanceTimersByTimeAsync(5000);
  expect(draft.read().saving.kind).toBe('saved');
  expect(server.site.draft.content.site.name).toBe('Kept');
});

test('overwrites nothing that somebody else has saved until it is told to', async () => {
  const { draft, server } = open();
  server.site = siteWith(named('Theirs'), 5);
  draft.change(named('Mine'));
  await pause();
  expect(draft.read().saving.kind).toBe('collided');
  draft.change(named('Mine still'));
  await pause();
  expect(server.site.draft.content.site.name).toBe('Theirs');
  draft.keepMine();
  await pause();
  expect(server.site.draft.content.site.name).toBe('Mine still');
  expect(draft.read().saving.kind).toBe('saved');
});

test('takes theirs', async () => {
  const { draft, server, kept } = open();
  server.site = siteWith(named('Theirs'), 5);
  draft.change(named('Mine'));
  await pause();
  draft.takeTheirs();
  expect(draft.read()).toMatchObject({
    content: { site: { name: 'Theirs' } },
    saving: { kind: 'saved' },
  });
  expect(kept.words).toBeNull();
});

test('recognises its own words when the answer to a call was lost', async () => {
  const { draft, server } = open();
  draft.change(named('Mine'));
  server.site = siteWith(named('Mine'), 5);
  await pause();
  expect(draft.read().saving.kind).toBe('saved');
});

test('sends what the device kept, unless the draft has changed since', async () => {
  const unsaved = { site: siteWith(named('First'), 4), content: named('Kept') };
  const same = open(unsaved);
  await pause();
  expect(same.server.site.draft.content.site.name).toBe('Kept');
  const newer = make(siteWith(named('Theirs'), 5), unsaved);
  expect(newer.draft.read()).toMatchObject({
    content: { site: { name: 'Kept' } },
    saving: { kind: 'collided' },
  });
});

test('replaces words by a newer draft only if all of them are saved', () => {
  const { draft } = open();
  draft.refresh(siteWith(named('Newer'), 5));
  expect(draft.read().content.site.name).toBe('Newer');
  draft.change(named('Typed'));
  draft.refresh(siteWith(named('Newest'), 6));
  expect(draft.read().content.site.name).toBe('Typed');
});

test('saves nothing while another call changes the draft', async () => {
  const { draft, server } = open();
  const restored = siteWith(named('Restored'), 5);
  const acting = draft.during(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2 * SAVE_PAUSE_MS));
    server.site = restored;
    draft.rebase(restored);
  });
  draft.change(named('Typed'));
  await pause();
  expect(server.saves).toBe(0);
  await pause();
  await acting;
  await pause();
  expect(server.site.draft.content.site.name).toBe('Typed');
});
