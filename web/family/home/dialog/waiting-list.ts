// Joins and leaves the waiting list of a full lesson, with a toast for either outcome.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import type { FamilyLesson, WaitingEntry } from '../../../../domain/lessons/lesson.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import { BOOKING, BOOKING_CHANGES, patchLesson } from '../../../data/booking-cache.ts';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { showToast } from '../../../ui/toast.ts';
import { rewordBookingError, type ToldBy } from '../booking-words.ts';
import type { BookingChoice } from '../bookings.ts';

const TITLE = 'Waiting list';

/** The fields of a lesson that derive from the family's waiting-list entries. */
function withEntries(
  waitingStudents: readonly WaitingEntry[],
): Pick<FamilyLesson, 'waitingStudents' | 'waiting'> {
  const inOrder = waitingStudents.toSorted((a, b) => a.position - b.position);
  return { waitingStudents: inOrder, waiting: inOrder[0] ?? null };
}

const othersThan = ({ lesson, student }: BookingChoice) =>
  lesson.waitingStudents.filter(({ Student_ID: studentId }) => studentId !== student.id);

/**
 * `join({lesson, student})` and `leave({lesson, student})` for the family of `user`. A call while
 * another change of its bookings is running does nothing. `onDone` is called once the server has
 * confirmed, and returns who says so.
 */
export function useWaitingList(
  { role, students }: Pick<FamilyUser, 'role' | 'students'>,
  onDone: () => ToldBy,
) {
  const client = useQueryClient();
  const mutationKey = [...BOOKING, 'waiting'];
  // The family's next student can join at once.
  const changing = { changes: BOOKING_CHANGES, isPatched: true } as const;
  const asked = ({ lesson, student }: BookingChoice) => ({
    params: { id: lesson.id },
    body: students.length > 1 ? { Student_ID: student.id } : {},
  });
  const joining = useMutation({
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
        return await call(endpoints.joinWaitingList, asked(chosen));
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
      const who = students.length > 1 ? `${student.Student_Name} is` : 'You are';
      showToast({
        kind: 'success',
        title: 'On the waiting list',
        description: `${who} number ${waiting.position} on the waiting list. When a spot comes free, you get an email.`,
      });
    },
  });
  const leaving = useMutation({
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
        return await call(endpoints.leaveWaitingList, asked(chosen));
      } catch (error) {
        throw rewordBookingError(error, role);
      }
    },
    onSuccess: (_answer, chosen) => {
      patchLesson(client, chosen.lesson.id, withEntries(othersThan(chosen)));
      if (onDone() === 'page') return;
      const who = students.length > 1 ? `${chosen.student.Student_Name} is` : 'You are';
      showToast({
        kind: 'success',
        title: 'Left the waiting list',
        description: `${who} not on the waiting list any more.`,
      });
    },
  });
  const start = (mutate: (chosen: BookingChoice) => void) => (chosen: BookingChoice) => {
    if (client.isMutating({ mutationKey: BOOKING }) === 0) mutate(chosen);
  };
  return {
    join: start(joining.mutate),
    leave: start(leaving.mutate),
    isPending: joining.isPending || leaving.isPending,
  };
}
