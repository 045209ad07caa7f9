// A fake browser for the tests of API calls: storage, events between tabs, a scripted fetch.
import { afterEach, beforeEach, vi } from 'vitest';

import type { Session } from '../../../domain/auth/session.ts';
import type { FamilyUser, ParentUser, StudentUser } from '../../../domain/people/account.ts';
import { aStudent } from '../../../domain/testing/student.ts';
import { clearSession, saveSession } from '../session.ts';

/** 21 November 2026, 12:00 UTC. */
export const NOON = Date.UTC(2026, 10, 21, 12);

export const parent: ParentUser = {
  id: 'family-1',
  Person_ID: 'person-1',
  role: 'parent',
  name: 'Pat Sample',
  Student_Name: 'Sam Sample',
  Parent_Name: 'Pat Sample',
  Parent_Email: 'pat@example.com',
  email_confirmed: true,
  pending_email: null,
  Parent_Phone_Number: '07700900123',
  Credits: 3,
  Lessons_Attended: 0,
  Lessons_Booked: 0,
  reminder_hours: [24],
  letters: true,
  students: [aStudent({ year_class: 'year-11' })],
};

/** A student of the family of `parent`, with a sign-in of their own. */
export const ownStudent: StudentUser = {
  ...parent,
  Person_ID: 'person-2',
  role: 'student',
  name: 'Sam Sample',
  Parent_Name: null,
  Parent_Email: null,
  Parent_Phone_Number: null,
  pending_email: null,
  Credits: null,
};

export const enquiry = {
  name: 'Jo',
  email: 'jo@example.com',
  mobile: '07700900123',
  year_class: 'year-12',
} as const;

/** A response without further content. */
export const done = { success: true };

/** A session that expires `seconds` after NOON. */
export function sessionFor(seconds: number, name = 'first'): Session {
  return {
    access_token: `${name}-access`,
    refresh_token: `${name}-refresh`,
    expires_at: NOON / 1000 + seconds,
  };
}

interface FakeBrowser {
  readonly stored: Map<string, string>;
  /** Notifies this tab that another has written to the storage. */
  readonly tellOfStorage: (key: string | null) => void;
  /** Makes the page visible again. */
  readonly show: () => void;
}

/** Gives each test of the file a browser of its own, at NOON, and signs out after it. */
export function openBrowser(): FakeBrowser {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  beforeEach(() => {
    vi.useFakeTimers({ now: NOON });
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('document', new EventTarget());
    vi.stubGlobal('localStorage', localStorage);
    // Node's locks would last from one test to the next.
    vi.stubGlobal('navigator', {});
  });
  afterEach(() => {
    vi.stubGlobal('localStorage', localStorage);
    clearSession('family');
    clearSession('admin');
    stored.clear();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  return {
    stored,
    tellOfStorage: (key) => window.dispatchEvent(Object.assign(new Event('storage'), { key })),
    show: () => document.dispatchEvent(new Event('visibilitychange')),
  };
}

/** Signs the family in for this many seconds. */
export function signIn(seconds: number, name?: string, user: FamilyUser = parent): void {
  saveSession('family', { session: sessionFor(seconds, name), user });
}

export interface SentRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

type Reply = Response | Error | ((request: SentRequest) => Response);

/** Responds to the calls in turn and repeats the last reply; `sent` records the requests. */
export function fakeFetch(...replies: Reply[]): { readonly sent: SentRequest[] } {
  const sent: SentRequest[] = [];
  vi.stubGlobal(
    'fetch',
    (
      path: string,
      {
        method = 'GET',
        headers,
        body = null,
      }: { method?: string; headers: Headers; body?: string | null },
    ) => {
      const request = {
        path,
        method,
        headers,
        body: body === null ? null : (JSON.parse(body) as unknown),
      };
      const reply = replies[Math.min(sent.length, replies.length - 1)];
      sent.push(request);
      if (reply === undefined) throw new Error('The test has no reply.');
      if (reply instanceof Error) return Promise.reject(reply);
      return Promise.resolve(typeof reply === 'function' ? reply(request) : reply.clone());
    },
  );
  return { sent };
}

export function json(status: number, body: unknown): Response {
  return Response.json(body, { status });
}

/** The error of a call after all of its attempts; null if it succeeds. Requires fake timers. */
export async function failureOf(pending: Promise<unknown>): Promise<unknown> {
  const settled = pending.then(
    () => null,
    (error: unknown) => error,
  );
  await vi.advanceTimersByTimeAsync(20_000);
  return settled;
}
