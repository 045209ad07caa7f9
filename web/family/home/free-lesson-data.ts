// A family asks for its free first lesson.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import { answerDueAt } from '../../../domain/enquiries/enquiry.ts';
import type { FreeLessonState } from '../../../domain/enquiries/free-lesson.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import type { YearClass } from '../../../domain/year-class.ts';
import { patchFreeLesson } from '../../data/booking-cache.ts';
import { PEOPLE, PROFILE } from '../../data/family.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { loadAgain } from '../../transport/query-client.ts';
import { showToast } from '../../ui/toast.ts';

/** Refusals that only update the page's state and are no failures. */
const settled: Partial<Readonly<Record<ErrorCode, FreeLessonState>>> = {
  already_asked: 'asked',
  free_lesson_used: 'had',
};

/**
 * `mutate({year})`; the year is required while the first student has none, otherwise null. The
 * answer is promised within `hours`.
 */
export function useAskForFreeLesson(hours: number) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Free lesson',
        text: 'Unable to ask for your free lesson. Please try again.',
      },
    },
    mutationFn: async ({ year }: { readonly year: YearClass | null }): Promise<FreeLessonState> => {
      try {
        await call(endpoints.askForFreeLesson, { body: year === null ? {} : { year_class: year } });
        return 'asked';
      } catch (error) {
        const state =
          error instanceof ApiError && error.code !== undefined ? settled[error.code] : undefined;
        if (state === undefined) throw error;
        return state;
      }
    },
    onSuccess: (free_lesson) => {
      patchFreeLesson(client, free_lesson);
      // Updates the student's year and, if the free lesson was granted earlier, the credits.
      void loadAgain(client, [PROFILE, PEOPLE]);
      if (free_lesson === 'asked')
        showToast({ kind: 'success', title: 'Free lesson', description: answerBy(hours) });
    },
  });
}

function answerBy(hours: number): string {
  const due = answerDueAt(Date.now(), hours);
  return `You have asked for it. The answer comes by email by ${formatDate(ukDate(due), 'weekday')} ${ukTime(due)}.`;
}
