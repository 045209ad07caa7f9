// How sessions are stored, shared between tabs, expired and renewed.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { call, ensureFreshToken } from './client.ts';
import { clearSession, onSessionExpired, readSession, subscribeToSession } from './session.ts';
import {
  openBrowser,
  fakeFetch,
  json,
  NOON,
  parent,
  sessionFor,
  signIn,
} from './testing/browser.ts';

const browser = openBrowser();

const LIFE = 30 * 24 * 3600;
const KEY = 'student-session';
const SIGNED_OUT = 'Authentication required';

const heard = { changes: 0, expiries: 0 };
let stops: readonly (() => void)[];
beforeEach(() => {
  Object.assign(heard, { changes: 0, expiries: 0 });
  stops = [
    subscribeToSession('family', () => (heard.changes += 1)),
    onSessionExpired('family', () => (heard.expiries += 1)),
  ];
});
afterEach(() => {
  for (const stop of stops) stop();
});

describe('a stored session', () => {
  test('has its user, under a key for each audience', () => {
    signIn(LIFE);
    expect([...browser.stored.keys()]).toEqual([KEY]);
    const stored = { session: sessionFor(LIFE), user: parent };
    expect(JSON.parse(browser.stored.get(KEY) ?? '')).toEqual(stored);
    expect(readSession('admin')).toBeNull();
  });

  test('is read as the same object until something changes', () => {
    signIn(LIFE);
    const first = readSession('family');
    expect(readSession('family')).toBe(first);
    signIn(LIFE, 'second');
    expect(readSession('family')).not.toBe(first);
  });

  test('ends at the exact second, also beyond the longest timer', async () => {
    signIn(LIFE);
    heard.changes = 0;
    await vi.advanceTimersByTimeAsync(LIFE * 1000 - 1);
    expect(readSession('family')).not.toBeNull();
    expect(heard).toEqual({ changes: 0, expiries: 0 });
    await vi.advanceTimersByTimeAsync(1);
    expect(readSession('family')).toBeNull();
    expect(heard).toEqual({ changes: 1, expiries: 1 });
    expect(browser.stored.size).toBe(0);
  });

  test('ends when the person returns to a page whose timers slept', () => {
    signIn(60);
    heard.changes = 0;
    vi.setSystemTime(NOON + 60_000);
    browser.show();
    expect(heard.changes).toBe(1);
  });

  test('does not expire by a sign-out', () => {
    signIn(60);
    clearSession('family');
    expect(heard.expiries).toBe(0);
  });

  test.for(['', 'nonsense', 'null', '{}', '{"session":{"access_token":1},"user":{}}'])(
    'is ignored if it is %j',
    (text) => {
      browser.stored.set(KEY, text);
      expect(readSession('family')).toBeNull();
    },
  );

  test('stays in this tab when the storage refuses it', () => {
    const setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    vi.stubGlobal('localStorage', { getItem: () => null, setItem, removeItem: () => {} });
    signIn(60);
    browser.show();
    expect(readSession('family')).not.toBeNull();
    expect(heard.expiries).toBe(0);
  });
});

describe('another tab', () => {
  test('signs in and out here as well', () => {
    browser.stored.set(KEY, JSON.stringify({ session: sessionFor(60), user: parent }));
    browser.tellOfStorage(KEY);
    expect(readSession('family')?.user.Student_Name).toBe('Sam Sample');
    browser.stored.clear();
    browser.tellOfStorage(null);
    expect(readSession('family')).toBeNull();
    expect(heard.changes).toBe(2);
  });

  test('signs out here after this one slept', () => {
    signIn(60);
    browser.stored.clear();
    browser.show();
    expect(readSession('family')).toBeNull();
    expect(heard.expiries).toBe(0);
  });
});

describe('renewal', () => {
  const session = sessionFor(LIFE + LIFE / 2, 'second');
  const renewed = { success: true, session, user: parent };

  test('waits for the second half of the lifetime', async () => {
    signIn(LIFE / 2 + 1);
    const { sent } = fakeFetch(json(200, renewed));
    await expect(ensureFreshToken('family')).resolves.toBe('first-access');
    expect(sent).toEqual([]);
  });

  test('precedes the call, once for concurrent calls', async () => {
    signIn(LIFE / 2);
    const { sent } = fakeFetch(({ path }) =>
      json(200, path.endsWith('/refresh') ? renewed : { success: true, user: parent }),
    );
    await Promise.all([call(endpoints.verify), call(endpoints.verify)]);
    const paths = ['/api/user-auth/refresh', '/api/user-auth/verify', '/api/user-auth/verify'];
    expect(sent.map(({ path }) => path)).toEqual(paths);
    expect(sent[0]?.body).toEqual({ refresh_token: 'first-refresh' });
    expect(sent[1]?.headers.get('Authorization')).toBe('Bearer second-access');
    expect(browser.stored.get(KEY)).toContain('second-refresh');
  });

  test('uses what another tab has stored after waiting for its turn', async () => {
    signIn(LIFE / 2);
    const request = async (_name: string, work: () => Promise<void>) => {
      browser.stored.set(KEY, JSON.stringify({ session, user: parent }));
      await work();
    };
    vi.stubGlobal('navigator', { locks: { request, query: async () => ({ held: [] }) } });
    const { sent } = fakeFetch(json(200, renewed));
    await expect(ensureFreshToken('family')).resolves.toBe('second-access');
    expect(sent).toEqual([]);
  });

  test('is never requested for an expired session', async () => {
    signIn(10);
    vi.setSystemTime(NOON + 10_000);
    const { sent } = fakeFetch(json(200, renewed));
    await expect(ensureFreshToken('family')).rejects.toThrow(SIGNED_OUT);
    expect(sent).toEqual([]);
  });

  test('signs out when the server refuses it', async () => {
    signIn(LIFE / 2);
    fakeFetch(json(401, { error: SIGNED_OUT, code: 'unauthenticated' }));
    await expect(ensureFreshToken('family')).rejects.toThrow(SIGNED_OUT);
    expect(browser.stored.size).toBe(0);
  });

  test.for([
    new TypeError('fetch failed'),
    json(503, {}),
    json(429, { code: 'rate_limited', error: 'Slow' }),
    // What a train's captive portal sends in place of the server.
    new Response('<h1>Welcome on board</h1>', { headers: { 'Content-Type': 'text/html' } }),
    json(200, { success: false, error: 'Welcome on board' }),
  ])('keeps the session when it cannot be requested (%#)', async (reply) => {
    signIn(LIFE / 2);
    fakeFetch(reply);
    await expect(ensureFreshToken('family')).resolves.toBe('first-access');
  });

  test.for([401, 200])(
    'leaves a person signed in who signs in meanwhile, and does not act for them (%i)',
    async (status) => {
      signIn(LIFE / 2);
      const other = { ...parent, Person_ID: 'person-2' };
      const { sent } = fakeFetch(() => {
        signIn(LIFE, 'other', other);
        return json(status, status === 200 ? renewed : { error: SIGNED_OUT });
      });
      await expect(call(endpoints.verify)).rejects.toMatchObject({ name: 'AbortError' });
      expect(sent).toHaveLength(1);
      expect(readSession('family')?.user).toEqual(other);
    },
  );

  test('leaves a person signed out who signs out meanwhile', async () => {
    signIn(LIFE / 2);
    fakeFetch(() => {
      clearSession('family');
      return json(200, renewed);
    });
    await expect(ensureFreshToken('family')).rejects.toThrow(SIGNED_OUT);
    expect(browser.stored.size).toBe(0);
  });
});
