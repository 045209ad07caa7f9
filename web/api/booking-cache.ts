// Changes to what is loaded of lessons and profile before, or instead of, loading it again.
import type { QueryClient } from '@tanstack/react-query';

import type * as endpoints from '../../domain/endpoints.ts';
import type { AnswerOf } from '../../domain/endpoint.ts';
import type { FamilyUser } from '../../domain/account.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { LESSONS } from './lessons.ts';
import { PROFILE, type Profile } from './family.ts';

/** Bookings and cancellations share this key: one at a time. */
export const BOOKING = ['family', 'booking'] as const;

type Lessons = AnswerOf<typeof endpoints.listLessons>;

/** Changes one lesson in every list that has it. */
export function patchLesson(client: QueryClient, id: string, changes: Partial<FamilyLesson>): void {
  client.setQueriesData<Lessons>({ queryKey: LESSONS }, (list) =>
    list?.lessons.some((lesson) => lesson.id === id) === true
      ? {
          ...list,
          lessons: list.lessons.map((lesson) =>
            lesson.id === id ? { ...lesson, ...changes } : lesson,
          ),
        }
      : list,
  );
}

/** Whether the family stands in the line of a lesson, which moves on with its spots. */
export function isWaitedFor(client: QueryClient, id: string): boolean {
  const lists = client.getQueriesData<Lessons>({ queryKey: LESSONS });
  return lists.some(([, list]) =>
    list?.lessons.some((lesson) => lesson.id === id && lesson.waiting !== null),
  );
}

/**
 * The id of a booking that has been asked for and not been answered yet; its door comes with the
 * next list.
 */
const UNANSWERED = '';

/** What a lesson says of the family's bookings of it. */
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
 * One booking more; without an id until it has one. A moved one has kept the UID that it was made
 * with.
 */
export function addBooking(
  bookings: FamilyLesson['bookings'],
  Student_ID: string,
  id = UNANSWERED,
  calendar_uid = id,
): FamilyLesson['bookings'] {
  return [...bookings, { id, Student_ID, join_link: null, calendar_uid }];
}

/** Counts one booking more (1) or fewer (-1), with the credits that it costs. */
export function countBooking(client: QueryClient, by: 1 | -1): void {
  patchProfile(client, ({ user, stats }) => ({
    user: withCredits(
      { ...user, Lessons_Booked: user.Lessons_Booked + by },
      (credits) => credits - by * LESSON_CREDITS,
    ),
    stats: {
      ...stats,
      creditsRemaining: add(stats?.creditsRemaining, -by * LESSON_CREDITS),
      upcomingBookings: add(stats?.upcomingBookings, by),
    },
  }));
}

/** A missing number stays missing: the page then shows the user's own field, which changes too. */
function add<Unknown extends null | undefined>(
  number: number | Unknown,
  by: number,
): number | Unknown {
  return typeof number === 'number' ? number + by : number;
}

/** Takes over the balance that the server has returned; a student is told none. */
export function patchCredits(client: QueryClient, credits: number | null): void {
  if (credits === null) return;
  patchProfile(client, ({ user, stats }) => ({
    user: withCredits(user, () => credits),
    stats: { ...stats, creditsRemaining: credits },
  }));
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

/** What is on its way would otherwise arrive later and undo a change made here. */
export async function stopLoading(client: QueryClient): Promise<void> {
  await Promise.all([
    client.cancelQueries({ queryKey: LESSONS }),
    client.cancelQueries({ queryKey: PROFILE }),
  ]);
}

/** Loads again what bookings change; everything shown until then stays. */
export async function loadAgain(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: LESSONS }),
    client.invalidateQueries({ queryKey: PROFILE }),
    client.invalidateQueries({ queryKey: ['family', 'credits'] }),
  ]);
}

/**
 * As loadAgain, on news from elsewhere. A booking on its way would be missing in the answer, and
 * loads all of it when it ends.
 */
export async function loadNews(client: QueryClient): Promise<void> {
  if (client.isMutating({ mutationKey: BOOKING }) === 0) await loadAgain(client);
}
