// The door of a booking, for whoever has its link: when it opens, and the way into the lesson.
import { queryOptions } from '@tanstack/react-query';

import type { Door } from '../../domain/door.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { call } from './transport/client.ts';
import { ApiError } from './transport/failures.ts';
import { LOADING } from './transport/query-client.ts';

/** How often a page that waits asks again: clocks go wrong, and lessons move. */
const LOOK_EVERY_MS = 60_000;
/** As soon as this clock says that it is time, or the tutor may have set a link. */
const LOOK_SOON_MS = 10_000;
/** After the instant itself, so that the server's clock has reached it too. */
const MARGIN_MS = 300;

/** The failure to read a door, as a toast and as the title in its place. */
export const READING_DOOR = { title: 'Error Loading Lesson', text: 'Failed to load the lesson' } as const;
export const JOINING = { title: 'Error Joining Lesson', text: 'Failed to join the lesson' } as const;

/** The door of this link; null for one that no longer works, which is an answer and no failure. */
export function doorQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'door', token],
    queryFn: async ({ signal }): Promise<Door | null> => {
      try {
        return (await call(endpoints.readDoor, { signal, params: { token } })).door;
      } catch (error) {
        if (error instanceof ApiError && error.code === 'door_not_found') return null;
        throw error;
      }
    },
    ...LOADING,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.state === 'early' ? untilNextLook(data) : false),
    meta: { operation: READING_DOOR },
  });
}

function untilNextLook({ opens_at }: Door): number {
  const left = Date.parse(opens_at) - Date.now();
  return left > 0 ? Math.min(left + MARGIN_MS, LOOK_EVERY_MS) : LOOK_SOON_MS;
}

/** Where the lesson is held; without a link as long as the tutor has set none. */
export interface WayIn {
  readonly link: string | null;
}

/** Comes in, which is noted once; null where the door has been closed meanwhile. Only where somebody looks at the page: `isThere`. */
export function wayInQuery(token: string, { isThere }: { readonly isThere: boolean }) {
  return queryOptions({
    queryKey: ['public', 'way in', token],
    queryFn: async ({ signal }): Promise<WayIn | null> => {
      try {
        return { link: (await call(endpoints.joinLesson, { signal, params: { token } })).Meeting_Link };
      } catch (error) {
        if (error instanceof ApiError && (error.code === 'door_closed' || error.code === 'door_not_found'))
          return null;
        throw error;
      }
    },
    enabled: isThere,
    ...LOADING,
    refetchInterval: ({ state: { data } }) => (typeof data?.link === 'string' ? false : LOOK_SOON_MS),
    meta: { operation: JOINING },
  });
}
