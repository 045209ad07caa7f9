// <WaitingListPart>: where the family's students are on the waiting list of a full lesson, and what
// the list means. The dialog's foot joins and leaves it, with a toast for either outcome.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { LESSON_CREDITS } from '../../../../domain/lessons/booking.ts';
import {
  hasSpot,
  type FamilyLesson,
  type WaitingEntry,
} from '../../../../domain/lessons/lesson.ts';
import { goesToWaitingList, PROMOTION_NOTICE_MINUTES } from '../../../../domain/lessons/waiting.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import { BOOKING_CHANGES } from '../../../data/family.ts';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { type Booker, hasSeveral, isBookedForAll, mayBook } from '../booker.ts';
import { BOOKING, patchLesson } from '../booking-cache.ts';
import { rewordBookingError } from '../booking-words.ts';
import type { ToldBy, BookingChoice } from '../bookings.ts';

interface WaitingListPartProps {
  lesson: FamilyLesson;
  booker: Booker;
  now: number;
}

export function WaitingListPart({ lesson, booker, now }: WaitingListPartProps) {
  const { user } = booker;
  const { waitingStudents } = lesson;
  if (waitingStudents.length === 0 && (hasSpot(lesson) || isBookedForAll(lesson, user)))
    return null;
  const names = shortNames(user.students);
  return (
    <section
      aria-labelledby="waiting-list"
      className="grid gap-1.5 rounded-md border border-dashed border-rule px-3.5 py-3"
    >
      <h3 id="waiting-list" className="font-bold">
        Waiting list
      </h3>
      <output className="font-bold wrap-anywhere empty:hidden">
        {waitingStudents.map(({ Student_ID: studentId, position }) => (
          <span key={studentId} className="block">
            {hasSeveral(user) ? `${names.get(studentId) ?? ''} is` : 'You are'} number {position} on
            the waiting list.
          </span>
        ))}
      </output>
      <p className="text-sm leading-snug text-pencil">{termsOf(lesson, booker, now)}</p>
    </section>
  );
}

const NOTICE_HOURS = PROMOTION_NOTICE_MINUTES / 60;

/** What happens to a spot that becomes free, and what it costs. */
function termsOf(lesson: FamilyLesson, { user, credits }: Booker, now: number): string {
  if (!mayBook(user)) return 'A parent can join or leave the waiting list.';
  if (!goesToWaitingList(lesson, now))
    return `The lesson starts in less than ${NOTICE_HOURS} hours: if a spot comes free now, an email tells everybody on the waiting list, and the first to book gets it.`;
  const booked = `If a spot comes free more than ${NOTICE_HOURS} hours before the start, we book it for the first on the waiting list and email you.`;
  if (credits === null) return booked;
  const cost = `It takes ${creditCount(LESSON_CREDITS)}`;
  return credits < LESSON_CREDITS
    ? `${booked} ${cost}; you have none at the moment, so the spot would go to the next on the waiting list.`
    : `${booked} ${cost}, which comes back if you cancel in time.`;
}

const TITLE = 'Waiting list';

/** The fields of a lesson that derive from the family's waiting-list entries. */
function withEntries(
  waitingStudents: WaitingEntry[],
): Pick<FamilyLesson, 'waitingStudents' | 'waiting'> {
  const inOrder = waitingStudents.toSorted((a, b) => a.position - b.position);
  return { waitingStudents: inOrder, waiting: inOrder[0] ?? null };
}

const othersThan = ({ lesson, student }: BookingChoice) =>
  lesson.waitingStudents.filter(({ Student_ID: studentId }) => studentId !== student.id);

type Waiter = Pick<FamilyUser, 'role' | 'students'>;

const mutationKey = [...BOOKING, 'waiting'];
// The family's next student can join at once.
const changing = { changes: BOOKING_CHANGES, isPatched: true } as const;
const bodyOf = ({ students }: Waiter, { lesson, student }: BookingChoice) => ({
  params: { id: lesson.id },
  body: students.length > 1 ? { Student_ID: student.id } : {},
});
const whoIs = ({ students }: Waiter, { student }: BookingChoice) =>
  students.length > 1 ? `${student.Student_Name} is` : 'You are';

function useJoin(user: Waiter, onDone: () => ToldBy) {
  const client = useQueryClient();
  const { role } = user;
  return useMutation({
    mutationKey,
    meta: {
      ...changing,
      operation: {
        title: TITLE,
        text: 'Unable to join the waiting list. Please try again.',
        coversServerErrors: true,
        titles: { lesson_started: TITLE, already_booked: TITLE },
      },
    },
    mutationFn: async (chosen: BookingChoice) => {
      try {
        return await call(endpoints.joinWaitingList, bodyOf(user, chosen));
      } catch (error) {
        // A student hears about lessons, never about credits.
        if (
          role === 'student' &&
          error instanceof ApiError &&
          error.code === 'insufficient_credits'
        )
          throw new ApiError('You cannot join this waiting list now. Please ask a parent.', {
            status: error.status,
          });
        throw rewordBookingError(error, role);
      }
    },
    onSuccess: ({ waiting }, chosen) => {
      const { lesson, student } = chosen;
      const entry = { ...waiting, Student_ID: student.id };
      patchLesson(client, lesson.id, withEntries([...othersThan(chosen), entry]));
      if (onDone() === 'page') return;
      reportSuccess(
        'On the waiting list',
        `${whoIs(user, chosen)} number ${waiting.position} on the waiting list. When a spot comes free, you get an email.`,
      );
    },
  });
}

function useLeave(user: Waiter, onDone: () => ToldBy) {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    meta: {
      ...changing,
      operation: {
        title: TITLE,
        text: 'Unable to leave the waiting list. Please try again.',
        coversServerErrors: true,
      },
    },
    mutationFn: async (chosen: BookingChoice) => {
      try {
        return await call(endpoints.leaveWaitingList, bodyOf(user, chosen));
      } catch (error) {
        throw rewordBookingError(error, user.role);
      }
    },
    onSuccess: (_answer, chosen) => {
      patchLesson(client, chosen.lesson.id, withEntries(othersThan(chosen)));
      if (onDone() === 'page') return;
      reportSuccess(
        'Left the waiting list',
        `${whoIs(user, chosen)} not on the waiting list any more.`,
      );
    },
  });
}

/**
 * `join({lesson, student})` and `leave({lesson, student})` for the family of `user`. A call while
 * another change of its bookings is running does nothing. `onDone` is called once the server has
 * confirmed, and returns whether the toast or the page confirms it.
 */
export function useWaitingList(user: Waiter, onDone: () => ToldBy) {
  const client = useQueryClient();
  const joining = useJoin(user, onDone);
  const leaving = useLeave(user, onDone);
  const start = (mutate: (chosen: BookingChoice) => void) => (chosen: BookingChoice) => {
    if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
  };
  return {
    join: start(joining.mutate),
    leave: start(leaving.mutate),
    isPending: joining.isPending || leaving.isPending,
  };
}
