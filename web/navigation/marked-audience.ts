// Which audience sees a page that a parent and the tutor share.
import { useLocation } from 'react-router';

import type { Audience } from '../../domain/endpoint.ts';
import { markedAudience } from '../../domain/paths.ts';

/**
 * The tutor if the address is marked, or if nobody else is signed in on this device. `sessions`
 * contains each session, or null.
 */
export function shownAudience(
  search: string,
  sessions: Readonly<Record<Audience, object | null>>,
): Audience {
  return sessions.family === null && sessions.admin !== null ? 'admin' : markedAudience(search);
}

/** Like shownAudience, for the current address. */
export function useMarkedAudience(sessions: Readonly<Record<Audience, object | null>>): Audience {
  return shownAudience(useLocation().search, sessions);
}
