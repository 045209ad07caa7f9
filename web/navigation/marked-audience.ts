// Whom a page is shown to that is there for a parent and for the tutor.
import { useLocation } from 'react-router';

import type { Audience } from '../../domain/account.ts';
import { markedAudience } from '../../domain/paths.ts';

/**
 * The tutor where the address is marked, or where nobody else is signed in on this device:
 * `sessions` says who is, with null for nobody.
 */
export function shownAudience(
  search: string,
  sessions: Readonly<Record<Audience, object | null>>,
): Audience {
  return sessions.family === null && sessions.admin !== null ? 'admin' : markedAudience(search);
}

/** As shownAudience, at the address that is shown. */
export function useMarkedAudience(sessions: Readonly<Record<Audience, object | null>>): Audience {
  return shownAudience(useLocation().search, sessions);
}
