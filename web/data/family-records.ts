// The tutor's view of families. Every hook reports its own failures and successes as toasts.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import * as endpoints from '../../domain/endpoints.ts';
import { creditCount } from '../../domain/payments/credits.ts';
import { isAsked } from '../../domain/payments/refund-parts.ts';
import type { Adjustment } from '../../domain/tutor/family-record.ts';
import { call } from '../transport/client.ts';
import { randomKey, type SendOnce, useSendOnce } from '../transport/request-key.ts';
import { showToast } from '../ui/toast.ts';

export const FAMILIES = ['admin', 'families'] as const;
/** Each is followed by the family's id. */
export const FAMILY_RECORDS = ['admin', 'family'] as const;

/** How often a record looks whether a refund that was asked for is settled. */
const CHECK_AGAIN_MS = 10_000;

/** Every family, newest account first. */
export const familiesQuery = queryOptions({
  queryKey: FAMILIES,
  queryFn: ({ signal }) => call(endpoints.listFamilies, { signal }),
  // The API calls families students.
  select: ({ students: families }) => families,
  meta: { operation: { title: 'Error Loading Data', text: 'Failed to load students' } },
});

/** One family: people, lessons, ledger and payments. */
export function familyRecordQuery(id: string) {
  return queryOptions({
    queryKey: [...FAMILY_RECORDS, id],
    queryFn: ({ signal }) => call(endpoints.getFamilyRecord, { signal, params: { id } }),
    select: ({ record }) => record,
    refetchInterval: ({ state }) =>
      state.data?.record.payments.some(({ refunds }) => refunds.some(isAsked)) === true
        ? CHECK_AGAIN_MS
        : false,
    meta: { operation: { title: 'Error Loading Data', text: 'Failed to load the student' } },
  });
}

/** `mutateAsync({amount, reason})`: gives this family credits; a negative amount removes some. */
export function useAdjustCredits(id: string, name: string) {
  return useGiving(id, name, useSendOnce());
}

/** `mutate(freeLesson)`: runs once while the page is open, however often it is called. */
export function useGrantFreeLesson(id: string, name: string) {
  const [key] = useState(randomKey);
  return useGiving(id, name, (_freeLesson, send) => send(key));
}

function useGiving(id: string, name: string, sendOnce: SendOnce) {
  return useMutation({
    meta: {
      operation: {
        title: 'Error adjusting credits',
        text: 'Failed to adjust credits. Please try again.',
      },
      changes: [FAMILIES, [...FAMILY_RECORDS, id]],
      // The form is emptied as soon as the server has answered.
      isPatched: true,
    },
    mutationFn: (adjustment: Adjustment) =>
      sendOnce(adjustment, (idempotencyKey) =>
        call(endpoints.adjustCredits, { params: { id }, body: adjustment, idempotencyKey }),
      ),
    onSuccess: ({ creditsRemaining }) =>
      showToast({
        kind: 'success',
        title: 'Credits adjusted',
        description: `${name} now has ${creditCount(creditsRemaining)}.`,
      }),
  });
}
