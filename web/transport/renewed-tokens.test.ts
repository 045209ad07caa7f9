// Two tabs at the end of a session's first half. In Chromium 156 a tab may have a lock before it
// sees what the previous holder wrote to the storage.
import { expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { call, ensureFreshToken } from './client.ts';
import { fakeFetch, json, openBrowser, parent, sessionFor, signIn } from './testing/browser.ts';

const browser = openBrowser();

const LIFE = 30 * 24 * 3600;
const KEY = 'student-session';
const renewed = { success: true, session: sessionFor(1.5 * LIFE, 'second'), user: parent };
const EXCHANGED = 'renewed-first-refresh';

/** Locks of which other tabs hold some; records those that this one gets, with what is stored. */
function fakeLocks(...held: string[]) {
  const granted: { readonly name: string; readonly stored: string | undefined }[] = [];
  const request = async (name: string, work: () => Promise<void>) => {
    granted.push({ name, stored: browser.stored.get(KEY) });
    await work();
  };
  let isHeld = true;
  setTimeout(() => (isHeld = false), 5_000);
  const query = () => Promise.resolve({ held: isHeld ? held.map((name) => ({ name })) : [] });
  vi.stubGlobal('navigator', { locks: { request, query } });
  return granted;
}

/** A server to which the first session has ended. */
const renewedServer = () =>
  fakeFetch(({ path, headers }) =>
    path === endpoints.refresh.path || headers.get('Authorization') === 'Bearer first-access'
      ? json(401, { error: 'Authentication required', code: 'unauthenticated' })
      : json(200, { success: true, user: parent }),
  );

test.for([
  ['instead of an exchange of its own', LIFE / 2, [endpoints.verify.path]],
  ['when its call is refused', LIFE, [endpoints.verify.path, endpoints.verify.path]],
] as const)('waits for the session of another tab %s', async ([, left, paths]) => {
  signIn(left);
  fakeLocks(EXCHANGED);
  const { sent } = renewedServer();
  const verified = call(endpoints.verify);
  await vi.advanceTimersByTimeAsync(300);
  browser.stored.set(KEY, JSON.stringify({ session: renewed.session, user: parent }));
  await vi.advanceTimersByTimeAsync(50);
  await expect(verified).resolves.toMatchObject({ user: parent });
  expect(sent.map(({ path }) => path)).toEqual(paths);
});

test('goes on after some seconds if that never comes', async () => {
  signIn(LIFE / 2);
  fakeLocks(EXCHANGED);
  fakeFetch(json(503, {}));
  const token = ensureFreshToken('family');
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(token).resolves.toBe('first-access');
});

test('tells the other tabs before it stores the new session', async () => {
  signIn(LIFE / 2);
  const granted = fakeLocks();
  fakeFetch(json(200, renewed));
  await expect(ensureFreshToken('family')).resolves.toBe('second-access');
  expect(granted.map(({ name }) => name)).toEqual(['renew-family-session', EXCHANGED]);
  expect(granted[1]?.stored).toContain('first-refresh');
});
