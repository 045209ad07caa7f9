// What the browser keeps: the keys of the sessions, and optional state of a device or of one tab.
import type { Audience } from '../../domain/endpoint.ts';

/** These names date from the first version, whose sessions are still valid. */
const keys: Readonly<Record<Audience, string>> = {
  family: 'student-session',
  admin: 'admin-session',
};

export const sessionKey = (audience: Audience): string => keys[audience];

/** The key of answers that have not reached the server yet (unsent-answers.ts). */
export const UNSENT_ANSWERS = 'unsent-answers';
/** The key of words of the site that have not reached the server yet (site-draft.ts). */
export const UNSAVED_SITE = 'unsaved-site';
/**
 * The key of a sign-up that has not been sent: what was typed there, or into the form of the
 * landing page before.
 */
export const SIGN_UP_DRAFT = 'sign-up';

/**
 * The access token of the active session under the key; null if there is none. For scripts that run
 * before everything else and trust nothing they read.
 */
export function readStoredToken(key: string): string | null {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      readonly session?: { readonly access_token?: string; readonly expires_at?: number };
    } | null;
    const { access_token = null, expires_at = 0 } = stored?.session ?? {};
    return expires_at * 1000 > Date.now() ? access_token : null;
  } catch {
    // Storage is blocked or contains something else: treat the visitor as signed out.
    return null;
  }
}

/**
 * For optional state that nothing depends on. Storage may be forbidden, full or missing. Then
 * nothing is stored, and the result is null.
 */
export function tryStorage<T>(of: 'device' | 'tab', act: (storage: Storage) => T): T | null {
  try {
    return act(of === 'device' ? globalThis.localStorage : globalThis.sessionStorage);
  } catch {
    return null;
  }
}
