// Who is signed in on this device: one store for the family and one for the admin, kept in localStorage, shared by all
// tabs and emptied at the very second a session ends. useSession(audience) reads it in a component.
import { useSyncExternalStore } from 'react';

import {
  isExpired,
  type Admin,
  type Audience,
  type ParentUser,
  type Session,
  type FamilyUser,
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

/** The longest wait a browser's timer can hold; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

interface SessionStore<A extends Audience> {
  /** The live session, or null. The same object until it changes. */
  read(): Held<A> | null;
  save(held: Held<A>): void;
  clear(): void;
  /** Takes over what another tab has stored. */
  reload(): void;
  subscribe(listener: () => void): () => void;
  onExpired(listener: () => void): () => void;
}

function createSessionStore<A extends Audience>(audience: A): SessionStore<A> {
  const key = sessionKey(audience);
  const listeners = new Set<() => void>();
  const expiryListeners = new Set<() => void>();
  let held: Held<A> | null = null;
  let loaded = false;
  /** False while the session lives in this tab alone, because the storage has refused it. */
  let isStored = true;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify = () => {
    for (const listener of listeners) listener();
  };

  const set = (next: Held<A> | null) => {
    held = next;
    loaded = true;
    armTimer();
    notify();
  };

  const expireIfDue = () => {
    if (held === null) return;
    if (!isExpired(held.session, Date.now())) {
      armTimer();
      return;
    }
    clear();
    for (const listener of expiryListeners) listener();
  };

  const armTimer = () => {
    clearTimeout(timer);
    if (held === null) return;
    const left = held.session.expires_at * 1000 - Date.now();
    timer = setTimeout(expireIfDue, Math.min(Math.max(left, 0), LONGEST_TIMER_MS));
  };

  const load = () => {
    if (loaded) return;
    loaded = true;
    held = parseHeld<A>(readStorage(key));
    armTimer();
  };

  const reload = () => {
    if (!isStored) return;
    const before = held?.session.access_token;
    const next = parseHeld<A>(readStorage(key));
    if (next?.session.access_token !== before || !loaded) set(next);
  };

  const clear = () => {
    isStored = true;
    writeStorage(key, null);
    set(null);
  };

  // Timers sleep with the machine, and a sleeping page hears nothing of other tabs: coming back is the moment to look at both.
  const onReturn = () => {
    if (document.visibilityState === 'hidden') return;
    reload();
    expireIfDue();
  };

  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was emptied.
    if (event.key === key || event.key === null) reload();
  };

  return {
    read() {
      load();
      return held === null || isExpired(held.session, Date.now()) ? null : held;
    },
    save(next) {
      isStored = writeStorage(key, JSON.stringify(next));
      set(next);
    },
    clear,
    reload,
    subscribe(listener) {
      if (listeners.size === 0) {
        window.addEventListener('storage', onStorage);
        document.addEventListener('visibilitychange', onReturn);
        window.addEventListener('pageshow', onReturn);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        window.removeEventListener('storage', onStorage);
        document.removeEventListener('visibilitychange', onReturn);
        window.removeEventListener('pageshow', onReturn);
      };
    },
    onExpired(listener) {
      expiryListeners.add(listener);
      return () => expiryListeners.delete(listener);
    },
  };
}

const stores: { readonly [A in Audience]: SessionStore<A> } = {
  family: createSessionStore('family'),
  admin: createSessionStore('admin'),
};

function storeOf<A extends Audience>(audience: A): SessionStore<A> {
  return stores[audience];
}

/** The live session of an audience, or null. */
export function readSession<A extends Audience>(audience: A): Held<A> | null {
  return storeOf(audience).read();
}

export function saveSession<A extends Audience>(audience: A, held: Held<A>): void {
  storeOf(audience).save({ session: held.session, user: held.user });
}

/** Signs out on this device, in every tab. */
export function clearSession(audience: Audience): void {
  stores[audience].clear();
}

/** Reads again what other tabs may have stored since. */
export function reloadSession(audience: Audience): void {
  stores[audience].reload();
}

/** Calls back after every change; returns how to stop. */
export function subscribeToSession(audience: Audience, listener: () => void): () => void {
  return stores[audience].subscribe(listener);
}

/** Calls back when a session was ended by the clock. */
export function onSessionExpired(audience: Audience, listener: () => void): () => void {
  return stores[audience].onExpired(listener);
}

const subscriptions = {
  family: (listener: () => void) => subscribeToSession('family', listener),
  admin: (listener: () => void) => subscribeToSession('admin', listener),
} as const;

/** The live session of an audience with its user, or null; the component renders again when that changes. */
export function useSession<A extends Audience>(audience: A): Held<A> | null {
  return useSyncExternalStore(
    subscriptions[audience],
    () => readSession(audience),
    () => null,
  );
}

// Storage may be forbidden or full; the session then lives as long as the tab.
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

function readStorage(key: string): string | null {
  return storage()?.getItem(key) ?? null;
}

/** Returns whether the storage has taken it. */
function writeStorage(key: string, text: string | null): boolean {
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

/** What is stored, unless an older version or a meddling hand has left something else. */
function parseHeld<A extends Audience>(text: string | null): Held<A> | null {
  if (text === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { session, user } = (value ?? {}) as { session?: Partial<Session>; user?: unknown };
  const whole =
    typeof session?.access_token === 'string' &&
    typeof session.refresh_token === 'string' &&
    Number.isSafeInteger(session.expires_at) &&
    typeof user === 'object' &&
    user !== null;
  if (!whole) return null;
  const held = value as Held<A>;
  return isOfParentsAlone(held.user) ? { ...held, user: { ...held.user, ...asParent(held.user) } } : held;
}

/** As the release before stored a family: it knew parents alone, and one student of each. */
function isOfParentsAlone(user: object): user is ParentUser {
  return 'Parent_Name' in user && !('role' in user);
}

function asParent({ Parent_Name }: ParentUser): Pick<ParentUser, 'role' | 'name' | 'students'> {
  return { role: 'parent', name: Parent_Name, students: [] };
}
