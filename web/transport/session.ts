// The sessions of this device: one for the family and one for the admin, in localStorage, so that
// all tabs share them. A session is removed exactly when it expires. useSession(audience) reads it
// in a component.
import { useSyncExternalStore } from 'react';

import { isExpired, type Admin, type Session } from '../../domain/auth/session.ts';
import type { Audience } from '../../domain/endpoint.ts';
import type { FamilyUser } from '../../domain/people/account.ts';
import { sessionKey } from './storage.ts';

interface Users {
  family: FamilyUser;
  admin: Admin;
}

/** A session with its person, as signing in returned it. */
export interface StoredSession<A extends Audience = Audience> {
  readonly session: Session;
  readonly user: Users[A];
}

/** The longest delay of a browser's timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The latest text read or written, so that the same text always yields the same object. */
interface Entry<A extends Audience> {
  text: string | null;
  /** The text at the latest call of the listeners. */
  notifiedText: string | null;
  stored: StoredSession<A> | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: Set<() => void>;
  readonly expiryListeners: Set<() => void>;
}

const entryOf = <A extends Audience>(): Entry<A> => ({
  text: null,
  notifiedText: null,
  stored: null,
  timer: undefined,
  listeners: new Set(),
  expiryListeners: new Set(),
});

const entries: { readonly [A in Audience]: Entry<A> } = { family: entryOf(), admin: entryOf() };
/** Sessions of this tab alone, for a storage that refuses writes. */
const refused = new Map<Audience, string>();

/** The active session of an audience, or null. Returns the same object until it changes. */
export function readSession<A extends Audience>(audience: A): StoredSession<A> | null {
  const { stored } = refresh(audience);
  return stored === null || isExpired(stored.session, Date.now()) ? null : stored;
}

/**
 * The id of the session's person. Several people of a family sign in, and they do not all see the
 * same.
 */
export function personOf(audience: Audience): string | undefined {
  const user: Users[Audience] | undefined = readSession(audience)?.user;
  return user === undefined || 'email' in user ? user?.id : user.Person_ID;
}

export function saveSession<A extends Audience>(
  audience: A,
  { session, user }: StoredSession<A>,
): void {
  write(audience, JSON.stringify({ session, user }));
}

/** Signs out on this device, in every tab. */
export function clearSession(audience: Audience): void {
  write(audience, null);
}

/** Calls back after every change; returns the function that unsubscribes. */
export function subscribeToSession(audience: Audience, listener: () => void): () => void {
  const { listeners } = entries[audience];
  if (!isWatched()) watch('addEventListener');
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (!isWatched()) watch('removeEventListener');
  };
}

/** Calls back when a session expires. */
export function onSessionExpired(audience: Audience, listener: () => void): () => void {
  const { expiryListeners } = entries[audience];
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

const subscriptions = {
  family: (listener: () => void) => subscribeToSession('family', listener),
  admin: (listener: () => void) => subscribeToSession('admin', listener),
} as const;

/**
 * The active session of an audience with its user, or null. Renders the component again when it
 * changes.
 */
export function useSession<A extends Audience>(audience: A): StoredSession<A> | null {
  return useSyncExternalStore(
    subscriptions[audience],
    () => readSession(audience),
    () => null,
  );
}

/** The entry, updated from what this or another tab has stored since. */
function refresh<A extends Audience>(audience: A): Entry<A> {
  const entry: Entry<A> = entries[audience];
  const text = refused.get(audience) ?? storage()?.getItem(sessionKey(audience)) ?? null;
  if (text !== entry.text) {
    entry.text = text;
    entry.stored = parseStored<A>(text);
    armTimer(audience);
  }
  return entry;
}

function write(audience: Audience, text: string | null): void {
  refused.delete(audience);
  if (!store(sessionKey(audience), text) && text !== null) refused.set(audience, text);
  refresh(audience);
  notify(audience);
}

function notify(audience: Audience): void {
  entries[audience].notifiedText = entries[audience].text;
  for (const listener of entries[audience].listeners) listener();
}

function armTimer(audience: Audience): void {
  const { stored, timer } = entries[audience];
  clearTimeout(timer);
  if (stored === null) return;
  const left = stored.session.expires_at * 1000 - Date.now();
  const wait = Math.min(Math.max(left, 0), MAX_TIMER_MS);
  entries[audience].timer = setTimeout(() => expireIfDue(audience), wait);
}

function expireIfDue(audience: Audience): void {
  const { stored, expiryListeners } = refresh(audience);
  if (stored === null) return;
  if (!isExpired(stored.session, Date.now())) {
    armTimer(audience);
    return;
  }
  clearSession(audience);
  for (const listener of expiryListeners) listener();
}

const isWatched = () => entries.family.listeners.size + entries.admin.listeners.size > 0;

function watch(action: 'addEventListener' | 'removeEventListener'): void {
  window[action]('storage', lookAgain);
  document[action]('visibilitychange', lookAgain);
  window[action]('pageshow', lookAgain);
}

/**
 * Another tab has written, or this one is visible again: timers sleep with the machine, and a
 * hidden page receives no events.
 */
function lookAgain(): void {
  for (const audience of ['family', 'admin'] as const) {
    const { text, notifiedText } = refresh(audience);
    if (text !== notifiedText) notify(audience);
    expireIfDue(audience);
  }
}

/** Null if the browser forbids it. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** Returns whether the storage accepted it; it may be forbidden or full. */
function store(key: string, text: string | null): boolean {
  try {
    const place = storage();
    if (text === null) place?.removeItem(key);
    else place?.setItem(key, text);
    return place !== null;
  } catch (error) {
    if (error instanceof DOMException) return false;
    throw error;
  }
}

/** Parses the stored text, which another version of the app or the person may have written. */
function parseStored<A extends Audience>(text: string | null): StoredSession<A> | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<StoredSession<A>> | null;
    const { access_token, refresh_token, expires_at } = value?.session ?? {};
    const isWhole =
      typeof access_token === 'string' &&
      typeof refresh_token === 'string' &&
      Number.isSafeInteger(expires_at) &&
      typeof value?.user === 'object' &&
      value.user !== null;
    return isWhole ? (value as StoredSession<A>) : null;
  } catch {
    return null;
  }
}

/** Longer than a write takes to reach a busy tab. A held lock bars a page from the back cache. */
const HELD_MS = 5_000;
const LOOK_MS = 50;

/**
 * Runs the work while no other tab runs one of this name. Browsers offer locks only on secure
 * origins; elsewhere it runs at once.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = readLocks();
  await (locks === undefined ? work() : locks.request(name, work));
}

const readLocks = () => globalThis.navigator?.locks as LockManager | undefined;

const lockOf = (refreshToken: string) => `renewed-${refreshToken}`;

/**
 * Storage alone does not tell: in Chromium, what one tab writes under a lock can reach another only
 * after that has the lock (27 % of 600 turns of two busy tabs, Chromium 156). All tabs see the
 * browser's locks at once, so an exchanged token is a lock that is held for a while.
 *
 * Tells all tabs that the token has been exchanged; call it before the new session is stored.
 */
export const markReplaced = (refreshToken: string): Promise<void> =>
  new Promise((resolve) => {
    void withLock(lockOf(refreshToken), () => {
      resolve();
      return sleep(HELD_MS);
    });
  });

/** Waits until this tab sees the session that has replaced its own, if another has replaced it. */
export async function awaitReplaced(
  audience: Audience,
  token = readToken(audience),
): Promise<void> {
  if (readToken(audience) !== token || !(await isReplaced(token))) return;
  await sleep(LOOK_MS);
  await awaitReplaced(audience, token);
}

const readToken = (audience: Audience) => readSession(audience)?.session.refresh_token ?? '';

async function isReplaced(token: string): Promise<boolean> {
  const state = await readLocks()?.query();
  return state?.held?.some(({ name }) => name === lockOf(token)) ?? false;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
