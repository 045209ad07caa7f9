// Changes cached lessons and the cached profile before, or instead of, refetching them.
import type { QueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../../domain/endpoint.ts';
import type * as endpoints from '../../../domain/endpoints.ts';
import { keepFreeLessonBy, type FreeLessonState } from '../../../domain/enquiries/free-lesson.ts';
import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../domain/people/account.ts';
import { toIso } from '../../../domain/time.ts';
import { PROFILE, type Profile, BOOKING_CHANGES } from '../../data/family.ts';
import { LESSONS } from '../../data/lessons.ts';
import { loadAgain, patchLists } from '../../transport/query-client.ts';

/** Bookings and cancellations share this mutation key, so that only one runs at a time. */
export const BOOKING = ['family', 'booking'] as const;

type Lessons = AnswerOf<typeof endpoints.listLessons>;

/** Changes one lesson in every cached list that contains it. */
export function patchLesson(client: QueryClient, id: string, changes: Partial<FamilyLesson>): void {
  patchLists<Lessons>(client, LESSONS, (list) =>
    list.lessons.some((lesson) => lesson.id === id)
      ? {
          ...list,
          lessons: list.lessons.map((lesson) =>
            lesson.id === id ? { ...lesson, ...changes } : lesson,
          ),
        }
      : list,
  );
}

/**
 * Whether the family is on the waiting list of a lesson. Its position changes with the lesson's
 * spots.
 */
export function isWaitedFor(client: QueryClient, id: string): boolean {
  const lists = client.getQueriesData<Lessons>({ queryKey: LESSONS });
  return lists.some(([, list]) =>
    list?.lessons.some((lesson) => lesson.id === id && lesson.waiting !== null),
  );
}

/**
 * The id of a booking that the server has not confirmed yet; its join link comes with the next
 * list.
 */
const UNANSWERED = '';

/** The fields of a lesson that derive from the family's bookings of it. */
export function withBookings(
  bookings: FamilyLesson['bookings'],
): Pick<FamilyLesson, 'bookings' | 'isBooked' | 'bookingId' | 'join_link'> {
  const [first] = bookings;
  const bookingId = first === undefined || first.id === UNANSWERED ? null : first.id;
  return {
    bookings,
    isBooked: first !== undefined,
    bookingId,
    join_link: first?.join_link ?? null,
  };
}

/**
 * Adds a booking, with an empty id until the server assigns one. One that was moved keeps the UID
 * of `original`, and stays without a credit.
 */
export function addBooking(
  bookings: FamilyLesson['bookings'],
  studentId: string,
  id = UNANSWERED,
  original: Partial<FamilyLesson['bookings'][number]> = {},
): FamilyLesson['bookings'] {
  const { calendar_uid = id, without_credit } = original;
  const credit = without_credit === undefined ? {} : { without_credit };
  return [...bookings, { id, Student_ID: studentId, join_link: null, calendar_uid, ...credit }];
}

/** Adds (1) or removes (-1) one booking in the counts, with its credit unless it takes none. */
export function countBooking(client: QueryClient, by: 1 | -1, isWithoutCredit = false): void {
  const change = isWithoutCredit ? 0 : -by * LESSON_CREDITS;
  patchProfile(client, ({ user, stats }) => ({
    user: withCredits(
      { ...user, Lessons_Booked: user.Lessons_Booked + by },
      (credits) => credits + change,
    ),
    stats: {
      ...stats,
      creditsRemaining: add(stats?.creditsRemaining, change),
      upcomingBookings: add(stats?.upcomingBookings, by),
    },
  }));
}

/** Leaves a missing number missing: the page then shows the user's own field, which changes too. */
function add<Unknown extends null | undefined>(
  number: number | Unknown,
  by: number,
): number | Unknown {
  return typeof number === 'number' ? number + by : number;
}

/** Sets the balance that the server returned; a student receives none. */
export function patchCredits(client: QueryClient, credits: number | null): void {
  if (credits === null) return;
  patchProfile(client, ({ user, stats }) => ({
    user: withCredits(user, () => credits),
    stats: { ...stats, creditsRemaining: credits },
  }));
}

/** Sets the state of the family's free first lesson. */
export function patchFreeLesson(client: QueryClient, free_lesson: FreeLessonState): void {
  client.setQueryData<Profile>(PROFILE, (profile) => profile && { ...profile, free_lesson });
}

/**
 * Sets what a booking of the free first lesson changes: it is used, and until when an unconfirmed
 * address has to be confirmed to keep it. The server says the latter, too, a moment later.
 */
export function patchFreeBooking(
  client: QueryClient,
  { starts_at }: Pick<FamilyLesson, 'starts_at'>,
  now: number,
): void {
  patchFreeLesson(client, 'had');
  const by = keepFreeLessonBy(now, Date.parse(starts_at));
  client.setQueryData<Profile>(
    PROFILE,
    (profile) =>
      profile && {
        ...profile,
        confirm_free_lesson_by: profile.user.email_confirmed || by === null ? null : toIso(by),
      },
  );
}

function patchProfile(
  client: QueryClient,
  change: (profile: Profile) => Pick<Profile, 'user' | 'stats'>,
): void {
  client.setQueryData<Profile>(PROFILE, (profile) => profile && { ...profile, ...change(profile) });
}

function withCredits(user: FamilyUser, change: (credits: number) => number): FamilyUser {
  return user.role === 'student' ? user : { ...user, Credits: change(user.Credits) };
}

interface UnconfirmedChange {
  /** One booking more (1) or less (-1). */
  by: 1 | -1;
  isWithoutCredit: boolean;
  changes: Partial<FamilyLesson>;
}

/**
 * Shows a change of a lesson's bookings that the server has not confirmed. Returns its undo, which
 * changes the lists as well: a copy of them from before would lose the news that came meanwhile.
 */
export async function showUnconfirmed(
  client: QueryClient,
  lesson: FamilyLesson,
  { by, isWithoutCredit, changes }: UnconfirmedChange,
): Promise<() => void> {
  const { id, bookings, availableSpots, free_spots_left } = lesson;
  await stopLoading(client);
  patchLesson(client, id, { ...changes, availableSpots: Math.max(0, availableSpots - by) });
  countBooking(client, by, isWithoutCredit);
  return () => {
    patchLesson(client, id, { ...withBookings(bookings), availableSpots, free_spots_left });
    countBooking(client, by === 1 ? -1 : 1, isWithoutCredit);
  };
}

/** Cancels running queries, whose late responses would overwrite an optimistic change. */
async function stopLoading(client: QueryClient): Promise<void> {
  await Promise.all([
    client.cancelQueries({ queryKey: LESSONS }),
    client.cancelQueries({ queryKey: PROFILE }),
  ]);
}

/**
 * Loads again what somebody else's bookings change, once no booking is being saved: until then the
 * response could lack that booking.
 */
export async function loadNews(client: QueryClient): Promise<void> {
  await untilSaved(client);
  await loadAgain(client, BOOKING_CHANGES);
}

function untilSaved(client: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (client.isMutating({ mutationKey: BOOKING }) > 0) return;
      stop();
      resolve();
    };
    const stop = client.getMutationCache().subscribe(check);
    check();
  });
}
