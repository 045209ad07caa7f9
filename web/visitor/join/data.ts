// The join link of a booking, for anyone with its address: when it opens, and the link into the
// lesson.
import { queryOptions } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { JoinLink } from '../../../domain/lessons/join-link.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { call } from '../../transport/client.ts';
import { ApiError, AuthenticationError } from '../../transport/failures.ts';
import { LOADING } from '../../transport/query-client.ts';
import { readSession } from '../../transport/session.ts';

/** How often a waiting page polls: clocks can be wrong, and lessons move. */
const CHECK_EVERY_MS = MINUTE_MS;
/**
 * Poll as soon as the local clock reaches the opening time, or while the tutor has yet to set a
 * meeting link.
 */
const CHECK_SOON_MS = 10_000;
/** Slightly later, so that the server's clock has reached that instant too. */
const MARGIN_MS = 300;

/** Texts for a join link that fails to load, as a toast and as the title shown in its place. */
export const READING_JOIN_LINK = {
  title: 'Error loading lesson',
  text: 'Failed to load the lesson',
} as const;
export const JOINING = {
  title: 'Error joining lesson',
  text: 'Failed to join the meeting',
} as const;

/** The new address for a rotated link of the same booking. */
interface RotatedLink {
  readonly join_link: string;
}

/**
 * The join link of this token; null if it no longer works, which is a result and not a failure. A
 * signed-in member of the booking's family is redirected to its current link instead.
 */
export function joinLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'join_link', token],
    queryFn: async ({ signal }): Promise<JoinLink | RotatedLink | null> => {
      const request = { signal, params: { token } };
      const read = async () => (await call(endpoints.readJoinLink, request)).join;
      const findCurrent = async () => {
        const { join_link } = await call(endpoints.findCurrentLink, request);
        return { join_link };
      };
      const isSignedIn = readSession('family') !== null;
      try {
        return (await orNull(read)) ?? (isSignedIn ? await orNull(findCurrent) : null);
      } catch (error) {
        // Others behind this client address may have tried too many links that do not work.
        if (!isSignedIn || !isLimited(error)) throw error;
        const current = await orNull(findCurrent);
        if (current === null) throw error;
        return current;
      }
    },
    ...LOADING,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && data !== null && 'state' in data && data.state === 'early'
        ? untilNextCheck(data)
        : false,
    meta: { operation: READING_JOIN_LINK },
  });
}

/** The result of `find`; null if the link no longer works or its family is not signed in. */
async function orNull<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch (error) {
    const isNone = error instanceof ApiError && error.code === 'join_link_not_found';
    if (isNone || error instanceof AuthenticationError) return null;
    throw error;
  }
}

const isLimited = (error: unknown) => error instanceof ApiError && error.code === 'rate_limited';

function untilNextCheck({ opens_at }: JoinLink): number {
  const left = Date.parse(opens_at) - Date.now();
  return left > 0 ? Math.min(left + MARGIN_MS, CHECK_EVERY_MS) : CHECK_SOON_MS;
}

/** The meeting link; missing until the tutor sets one. */
interface MeetingLink {
  readonly link: string | null;
}

/**
 * Records the attendance once; null if the join link has closed in the meantime. Enabled only while
 * somebody looks at the page: `isThere`.
 */
export function meetingLinkQuery(token: string, { isThere }: { isThere: boolean }) {
  return queryOptions({
    queryKey: ['public', 'meeting link', token],
    queryFn: async ({ signal }): Promise<MeetingLink | null> => {
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
      typeof data?.link === 'string' ? false : CHECK_SOON_MS,
    meta: { operation: JOINING },
  });
}
