// Where a device keeps the session of an audience.
import type { Audience } from '../../../domain/account.ts';

/** Named by the first version, whose sessions go on. */
const keys: Readonly<Record<Audience, string>> = {
  family: 'student-session',
  admin: 'admin-session',
};

export const sessionKey = (audience: Audience): string => keys[audience];

/**
 * Whether a live session is stored under the key. For scripts that run before all else, and that
 * trust nothing they read.
 */
export function holdsSession(key: string): boolean {
  try {
    const held = JSON.parse(localStorage.getItem(key) ?? 'null') as {
      readonly session?: { readonly expires_at?: number };
    } | null;
    return (held?.session?.expires_at ?? 0) * 1000 > Date.now();
  } catch {
    // Storage that may not be read, or that holds something else: the reader is a stranger.
    return false;
  }
}
