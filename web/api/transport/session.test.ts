// How sessions are stored, shared between tabs, expired and renewed.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { call, freshToken } from './client.ts';
import {
  clearSession,
  onSessionExpired,
  readSession,
  saveSession,
  subscribeToSession,
} from './session.ts';
import {
  fakeBrowser,
  fakeFetch,
  json,
  NOON,
  sessionFor,
  parent,
  type FakeBrowser,
} from './testing/browser.ts';

const DAY = 24 * 3600;
const LIFE = 30 * DAY;
let browser: FakeBrowser;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
  browser = fakeBrowser();
});

afterEach(() => {
  clearSession('family');
  clearSession('admin');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function signIn(seconds: number, name?: string): void {
  saveSession('family', { session: sessionFor(seconds, name), user: parent });
}

test('stores a session with its user, under a key for each audience', () => {
  signIn(LIFE);
  expect([...browser.stored.keys()]).toEqual(['student-session']);
  expect(JSON.parse(browser.stored.get('student-session') ?? '')).toEqual({
    session: sessionFor(LIFE),
    user: parent,
  });
  expect(readSession('admin')).toBeNull();
});

test('returns the same object until something changes', () => {
  signIn(LIFE);
  const first = readSession('family');
  expect(readSession('family')).toBe(first);
  signIn(LIFE, 'second');
  expect(readSession('family')).not.toBe(first);
});

test('ends a session at the exact second, also beyond the longest timer, and reports it', async () => {
  signIn(LIFE);
  const changes = vi.fn<() => void>();
  const ends = vi.fn<() => void>();
  const stop = [subscribeToSession('family', changes), onSessionExpired('family', ends)];
  await vi.advanceTimersByTimeAsync(LIFE * 1000 - 1);
  expect(readSession('family')).not.toBeNull();
  expect(changes).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(readSession('family')).toBeNull();
  expect(changes).toHaveBeenCalledTimes(1);
  expect(ends).toHaveBeenCalledTimes(1);
  expect(browser.stored.size).toBe(0);
  for (const each of stop) each();
});

test('checks the clock when the person returns to a page whose timers slept', () => {
  signIn(60);
  const changes = vi.fn<() => void>();
  const stop = subscribeToSession('family', changes);
  vi.setSystemTime(NOON + 60_000);
  browser.show();
  expect(changes).toHaveBeenCalledTimes(1);
  stop();
});

test('reports no expiry when the person signs out', () => {
  signIn(60);
  const ends = vi.fn<() => void>();
  const stop = onSessionExpired('family', ends);
  clearSession('family');
  expect(ends).not.toHaveBeenCalled();
  stop();
});

test('follows sign-in and sign-out in another tab', () => {
  const changes = vi.fn<() => void>();
  const stop = subscribeToSession('family', changes);
  browser.stored.set('student-session', JSON.stringify({ session: sessionFor(60), user: parent }));
  browser.tellOfStorage('student-session');
  expect(readSession('family')?.user.Student_Name).toBe('Sam Sample');
  browser.stored.clear();
  browser.tellOfStorage(null);
  expect(readSession('family')).toBeNull();
  expect(changes).toHaveBeenCalledTimes(2);
  stop();
});

test.each(['', 'nonsense', 'null', '{}', '{"session":{"access_token":1},"user":{}}'])(
  'ignores a stored %j',
  (text) => {
    browser.stored.set('student-session', text);
    expect(readSession('family')).toBeNull();
  },
);

test('notices the sign-out of another tab after it slept', () => {
  signIn(60);
  const stop = subscribeToSession('family', () => {});
  browser.stored.clear();
  browser.show();
  expect(readSession('family')).toBeNull();
  stop();
});

test('keeps the session in this tab when the storage refuses it', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {},
  });
  signIn(60);
  const stop = subscribeToSession('family', () => {});
  browser.show();
  stop();
  expect(readSession('family')).not.toBeNull();
});

const renewed = { success: true, session: sessionFor(LIFE + LIFE / 2, 'second'), user: parent };

test('uses a session in the first half of its lifetime as it is', async () => {
  signIn(LIFE / 2 + 1);
  const { sent } = fakeFetch(json(200, renewed));
  await expect(freshToken('family')).resolves.toBe('first-access');
  expect(sent).toEqual([]);
});

test('renews a session in its second half before the call, once for concurrent calls', async () => {
  signIn(LIFE / 2);
  const { sent } = fakeFetch(({ path }) =>
    json(200, path.endsWith('/refresh') ? renewed : { success: true, user: parent }),
  );
  await Promise.all([call(endpoints.verify), call(endpoints.verify)]);
  expect(sent.map(({ path }) => path)).toEqual([
    '/api/user-auth/refresh',
    '/api/user-auth/verify',
    '/api/user-auth/verify',
  ]);
  expect(sent[0]?.body).toEqual({ refresh_token: 'first-refresh' });
  expect(sent[1]?.headers.get('Authorization')).toBe('Bearer second-access');
  expect(browser.stored.get('student-session')).toContain('second-refresh');
});

test('uses what another tab has stored after waiting for its turn', async () => {
  signIn(LIFE / 2);
  vi.stubGlobal('navigator', {
    locks: {
      request: async (_name: string, work: () => Promise<void>) => {
        browser.stored.set(
          'student-session',
          JSON.stringify({ session: renewed.session, user: parent }),
        );
        await work();
      },
    },
  });
  const { sent } = fakeFetch(json(200, renewed));
  await expect(freshToken('family')).resolves.toBe('second-access');
  expect(sent).toEqual([]);
});

test('never renews an expired session', async () => {
  signIn(10);
  vi.setSystemTime(NOON + 10_000);
  const { sent } = fakeFetch(json(200, renewed));
  await expect(freshToken('family')).rejects.toThrow('Authentication required');
  expect(sent).toEqual([]);
});

test('signs out when the server refuses a renewal', async () => {
  signIn(LIFE / 2);
  fakeFetch(json(401, { error: 'Authentication required', code: 'unauthenticated' }));
  await expect(freshToken('family')).rejects.toThrow('Authentication required');
  expect(browser.stored.size).toBe(0);
});

test.each([
  new TypeError('fetch failed'),
  json(503, {}),
  json(429, { code: 'rate_limited', error: 'Slow' }),
  // What a train's captive portal sends in place of the server.
  new Response('<h1>Welcome on board</h1>', { headers: { 'Content-Type': 'text/html' } }),
  json(200, { success: false, error: 'Welcome on board' }),
])('keeps the session when a renewal cannot be requested (%#)', async (reply) => {
  signIn(LIFE / 2);
  fakeFetch(reply);
  await expect(freshToken('family')).resolves.toBe('first-access');
});

test('stays signed out when the person signs out during a renewal', async () => {
  signIn(LIFE / 2);
  fakeFetch(() => {
    clearSession('family');
    return json(200, renewed);
  });
  await expect(freshToken('family')).rejects.toThrow('Authentication required');
  expect(browser.stored.size).toBe(0);
});
