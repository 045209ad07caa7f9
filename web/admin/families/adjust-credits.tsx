// <AdjustCredits>: adds or removes a family's credits, with a reason that the family will read.
import { FREE_LESSON_REASON } from '../../../domain/enquiries/free-lesson.ts';
import { LESSON_CREDITS } from '../../../domain/lessons/booking.ts';
import type { LedgerEntry } from '../../../domain/payments/credits.ts';
import {
  adjustmentSchema,
  type FamilyRecord,
  MAX_ADJUSTMENT,
} from '../../../domain/tutor/family-record.ts';
import { useAdjustCredits, useGrantFreeLesson } from '../../data/family-records.ts';
import { Form, SubmitButton, useAppForm } from '../../ui/forms/form.tsx';
import { NumberField, TextField } from '../../ui/forms/text-field.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';

const GRANTED = 'The free first lesson has been granted already.';

const freeLesson = { amount: LESSON_CREDITS, reason: FREE_LESSON_REASON };

interface AdjustCreditsProps {
  readonly account: FamilyRecord['student'];
  readonly entries: readonly LedgerEntry[];
  /** Somebody who had lessons is not offered a free first one. */
  readonly hadLessons: boolean;
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
          autoComplete="off"
        />
        <SubmitButton busyLabel="Saving...">Adjust credits</SubmitButton>
      </Form>
    </div>
  );
}
