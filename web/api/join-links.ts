// The door of a booking, for whoever has its link: when it opens, and the way into the lesson.
import { queryOptions } from '@tanstack/react-query';

import type { JoinLink } from '../../domain/join-link.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { call } from './transport/client.ts';
import { ApiError, AuthenticationError } from './transport/failures.ts';
import { LOADING } from './transport/query-client.ts';
import { readSession } from './transport/session.ts';

/** How often a page that waits asks again: clocks go wrong, and lessons move. */
const LOOK_EVERY_MS = 60_000;
/** As soon as this clock says that it is time, or the tutor may have set a link. */
const LOOK_SOON_MS = 10_000;
/** After the instant itself, so that the server's clock has reached it too. */
const MARGIN_MS = 300;

/** The failure to read a door, as a toast and as the title in its place. */
export const READING_JOIN_LINK = {
  title: 'Error Loading Lesson',
  text: 'Failed to load the lesson',
} as const;
export const JOINING = {
  title: 'Error Joining Lesson',
  text: 'Failed to join the lesson',
} as const;

/** Where a link has led before: its booking has another one by now. */
export interface Rotated {
  readonly join_link: string;
}

/**
 * The door of this link; null for one that no longer works, which is an answer and no failure. A
 * signed-in member of the family whose booking it was is told its current link instead.
 */
export function joinLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'join_link', token],
    queryFn: async ({ signal }): Promise<JoinLink | Rotated | null> =>
      (await orNull(
        async () => (await call(endpoints.readJoinLink, { signal, params: { token } })).join,
      )) ??
      (readSession('family') === null
        ? null
        : orNull(async () => {
            const { join_link } = await call(endpoints.findCurrentLink, {
              signal,
              params: { token },
            });
            return { join_link };
          })),
    ...LOADING,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data !== null && 'state' in data && data.state === 'early'
        ? untilNextLook(data)
        : false,
    meta: { operation: READING_JOIN_LINK },
  });
}

/** What the call finds; null for a link that no longer works, or whose family is not signed in. */
async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    const isNone = error instanceof ApiError && error.code === 'join_link_not_found';
    if (isNone || error instanceof AuthenticationError) return null;
    throw error;
  }
}

function untilNextLook({ opens_at }: JoinLink): number {
  const left = Date.parse(opens_at) - Date.now();
  return left > 0 ? Math.min(left + MARGIN_MS, LOOK_EVERY_MS) : LOOK_SOON_MS;
}

/** Where the lesson is held; without a link as long as the tutor has set none. */
export interface WayIn {
  readonly link: string | null;
}

/**
 * Comes in, which is noted once; null where the door has been closed meanwhile. Only where somebody
 * looks at the page: `isThere`.
 */
export function wayInQuery(token: string, { isThere }: { readonly isThere: boolean }) {
  return queryOptions({
    queryKey: ['public', 'way in', token],
    queryFn: async ({ signal }): Promise<WayIn | null> => {
      try {
        return {
          link: (await call(endpoints.joinLesson, { signal, params: { token } })).Meeting_Link,
        };
      } catch (error) {
        if (
          error instanceof ApiError &&
          (error.code === 'join_closed' || error.code === 'join_link_not_found')
        )
          return null;
        throw error;
      }
    },
    enabled: isThere,
    ...LOADING,
    refetchInterval: ({ state: { data } }) =>
      typeof data?.link === 'string' ? false : LOOK_SOON_MS,
    meta: { operation: JOINING },
  });
}
