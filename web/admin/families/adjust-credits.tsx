// <AdjustCredits>: adds or removes a family's credits, with a reason that the family will read.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import { FREE_LESSON_REASON } from '../../../domain/enquiries/free-lesson.ts';
import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import { type LedgerEntry, creditCount } from '../../../domain/payments/credits.ts';
import {
  adjustmentSchema,
  type FamilyRecord,
  type Adjustment,
  MAX_ADJUSTMENT,
} from '../../../domain/tutor/family-record.ts';
import { FAMILIES, FAMILY_RECORDS } from '../../data/tutor.ts';
import { call } from '../../transport/client.ts';
import { reportSuccess } from '../../transport/query-client.ts';
import { randomKey, type SendOnce, useSendOnce } from '../../transport/request-key.ts';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, TextField } from '../../ui/forms/text-field.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';

const GRANTED = 'The free first lesson has been granted already.';

const freeLesson = { amount: LESSON_CREDITS, reason: FREE_LESSON_REASON };

interface AdjustCreditsProps {
  account: FamilyRecord['student'];
  entries: readonly LedgerEntry[];
  /** Somebody who had lessons is not offered a free first one. */
  hadLessons: boolean;
}

export function AdjustCredits({ account, entries, hadLessons }: AdjustCreditsProps) {
  const adjust = useAdjustCredits(account.id, account.Student_Name);
  const grant = useGrantFreeLesson(account.id, account.Student_Name);
  const form = useAppForm({
    schema: adjustmentSchema,
    defaultValues: { reason: '' },
    onSubmit: async (adjustment) => {
      await adjust.mutateAsync(adjustment);
      form.reset();
    },
  });
  const hasFreeLesson = entries.some(({ reason }) => reason === FREE_LESSON_REASON);
  return (
    <div className="grid max-w-lg gap-6">
      {!hadLessons && (
        <SteadyButton
          variant="secondary"
          busy={grant.isPending}
          disabledReason={hasFreeLesson || grant.isSuccess ? GRANTED : null}
          reservedReason={GRANTED}
          onClick={() => grant.mutate(freeLesson)}
        >
          Grant free first lesson
        </SteadyButton>
      )}
      <Form form={form} label="Give or take credits">
        <NumberField
          form={form}
          name="amount"
          label="Credits"
          hint="Use a minus to remove credits"
          min={-MAX_ADJUSTMENT}
          max={MAX_ADJUSTMENT}
        />
        <TextField
          form={form}
          name="reason"
          label="Reason"
          hint="The family reads it in its history"
        />
        <SubmitButton busyLabel="Saving...">Adjust credits</SubmitButton>
      </Form>
    </div>
  );
}

/** `mutateAsync({amount, reason})`: gives this family credits; a negative amount removes some. */
function useAdjustCredits(id: string, name: string) {
  return useGiving(id, name, useSendOnce());
}

/** `mutate(freeLesson)`: runs once while the page is open, however often it is called. */
function useGrantFreeLesson(id: string, name: string) {
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
      reportSuccess('Credits adjusted', `${name} now has ${creditCount(creditsRemaining)}.`),
  });
}
