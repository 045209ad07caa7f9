// Who is signed in on this device: one session for the family and one for the admin, in
// localStorage, so that all tabs share them. A session is removed at the very second it expires.
// useSession(audience) reads it in a component.
import { useSyncExternalStore } from 'react';

import {
  isExpired,
  type Admin,
  type Audience,
  type FamilyUser,
  type Session,
} from '../../../domain/account.ts';
import { sessionKey } from './session-key.ts';

interface Users {
  family: FamilyUser;
  admin: Admin;
}

/** A session with the person it belongs to, as signing in returned. */
export interface Held<A extends Audience = Audience> {
  readonly session: Session;
  readonly user: Users[A];
}

/** The longest delay of a browser's timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What has been read or written last, so that the same text is always the same object. */
interface Entry<A extends Audience> {
  text: string | null;
  /** The text when the listeners were last called. */
  told: string | null;
  held: Held<A> | null;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: Set<() => void>;
  readonly expiryListeners: Set<() => void>;
}

const entryOf = <A extends Audience>(): Entry<A> => ({
  text: null,
  told: null,
  held: null,
  timer: undefined,
  listeners: new Set(),
  expiryListeners: new Set(),
});

const entries: { readonly [A in Audience]: Entry<A> } = { family: entryOf(), admin: entryOf() };
/** The sessions of this tab alone, where the storage has refused them. */
const refused = new Map<Audience, string>();

/** The live session of an audience, or null. The same object until it changes. */
export function readSession<A extends Audience>(audience: A): Held<A> | null {
  const { held } = refresh(audience);
  return held === null || isExpired(held.session, Date.now()) ? null : held;
}

export function saveSession<A extends Audience>(audience: A, { session, user }: Held<A>): void {
  write(audience, JSON.stringify({ session, user }));
}

/** Signs out on this device, in every tab. */
export function clearSession(audience: Audience): void {
  write(audience, null);
}

/** Calls back after every change; returns how to stop. */
export function subscribeToSession(audience: Audience, listener: () => void): () => void {
  const { listeners } = entries[audience];
  if (!isWatched()) watch('addEventListener');
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (!isWatched()) watch('removeEventListener');
  };
}

/** Calls back when a session was ended by the clock. */
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
 * The live session of an audience with its user, or null; the component renders again when that
 * changes.
 */
export function useSession<A extends Audience>(audience: A): Held<A> | null {
  return useSyncExternalStore(
    subscriptions[audience],
    () => readSession(audience),
    () => null,
  );
}

/** The entry, after a look at what this or another tab has stored since. */
function refresh<A extends Audience>(audience: A): Entry<A> {
  const entry: Entry<A> = entries[audience];
  const text = refused.get(audience) ?? storage()?.getItem(sessionKey(audience)) ?? null;
  if (text !== entry.text) {
    entry.text = text;
    entry.held = parseHeld<A>(text);
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
  entries[audience].told = entries[audience].text;
  for (const listener of entries[audience].listeners) listener();
}

function armTimer(audience: Audience): void {
  const { held, timer } = entries[audience];
  clearTimeout(timer);
  if (held === null) return;
  const left = held.session.expires_at * 1000 - Date.now();
  const wait = Math.min(Math.max(left, 0), MAX_TIMER_MS);
  entries[audience].timer = setTimeout(() => expireIfDue(audience), wait);
}

function expireIfDue(audience: Audience): void {
  const { held, expiryListeners } = refresh(audience);
  if (held === null) return;
  if (!isExpired(held.session, Date.now())) {
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
 * Another tab has stored something, or this one is back: timers sleep with the machine, and a
 * hidden page hears nothing.
 */
function lookAgain(): void {
  for (const audience of ['family', 'admin'] as const) {
    const { text, told } = refresh(audience);
    if (text !== told) notify(audience);
    expireIfDue(audience);
  }
}

/** Null where the browser forbids it. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** Returns whether the storage has taken it; it may be forbidden or full. */
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

/** What is stored, unless another version of the app or a meddling hand has left something else. */
function parseHeld<A extends Audience>(text: string | null): Held<A> | null {
  try {
    const value = JSON.parse(text ?? 'null') as Partial<Held<A>> | null;
    const { access_token, refresh_token, expires_at } = value?.session ?? {};
    const isWhole =
      typeof access_token === 'string' &&
      typeof refresh_token === 'string' &&
      Number.isSafeInteger(expires_at) &&
      typeof value?.user === 'object' &&
      value.user !== null;
    return isWhole ? (value as Held<A>) : null;
  } catch {
    return null;
  }
}
