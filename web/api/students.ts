// The tutor's view of students. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { creditCount } from '../../domain/credits.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Adjustment } from '../../domain/family-record.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { createKeyring, type Keyring } from './transport/request-key.ts';

const STUDENTS = ['admin', 'students'] as const;
/** Each is followed by the student's id. */
export const STUDENT_RECORDS = ['admin', 'student'] as const;

/** Every student, newest account first. */
export const studentsQuery = queryOptions({
  queryKey: STUDENTS,
  queryFn: ({ signal }) => call(endpoints.listStudents, { signal }),
  select: ({ students }) => students,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load students' } },
});

/** One student: contact, lessons, ledger and payments. */
export function studentRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...STUDENT_RECORDS, id],
    queryFn: ({ signal }) => call(endpoints.getStudentRecord, { signal, params: { id } }),
    select: ({ record }) => record,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the student' } },
  });
}

/** `mutateAsync({amount, reason})`: gives this student credits; a negative amount removes some. */
export function useAdjustCredits(id: string, name: string) {
  const [keys] = useState(createKeyring);
  return useGiving(id, name, keys);
}

/** `mutate(freeLesson)`: runs once while the page is open, however often it is called. */
export function useGrantFreeLesson(id: string, name: string) {
  const [keys] = useState(() => ({ ...createKeyring(), answered: () => undefined }));
  return useGiving(id, name, keys);
}

function useGiving(id: string, name: string, keys: Keyring) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Error Adjusting Credits',
        text: 'Failed to adjust credits. Please try again.',
      },
    },
    mutationFn: (adjustment: Adjustment) =>
      call(endpoints.adjustCredits, {
        params: { id },
        body: adjustment,
        idempotencyKey: keys.keyFor(adjustment),
      }),
    onSuccess: ({ creditsRemaining }) => {
      keys.answered();
      showToast({
        kind: 'success',
        title: 'Credits Adjusted',
        description: `${name} now has ${creditCount(creditsRemaining)}.`,
      });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: STUDENTS }),
        client.invalidateQueries({ queryKey: [...STUDENT_RECORDS, id] }),
      ]),
  });
}
