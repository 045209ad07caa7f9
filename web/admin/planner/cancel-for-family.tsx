// <CancelForFamily>: cancels a student's booking, with or without returning its credit.
import { useState } from 'react';

import type { LessonStudent } from '../../../domain/lessons/lesson.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFoot } from '../../ui/dialog.tsx';
import { Choice, choiceListClass } from '../../ui/forms/choice.tsx';
import { firstNameOf } from './lesson-words.ts';
import { Message } from './message.tsx';
import { useCancelForFamily } from './tutor-bookings.ts';

interface CancelForFamilyProps {
  readonly student: LessonStudent;
  /** Receives what was done, in words. */
  readonly onDone: (words: string) => void;
}

export function CancelForFamily({ student, onDone }: CancelForFamilyProps) {
  const cancel = useCancelForFamily(student.booking_id);
  const [refund, setRefund] = useState(true);
  const [message, setMessage] = useState('');
  const { without_credit } = student;
  const name = firstNameOf(student);
  const submit = () =>
    cancel.mutate(
      { refund, message },
      {
        onSuccess: () => {
          const credit = refund ? ' The credit is back with the family.' : '';
          onDone(
            `${student.Student_Name} is no longer booked.${without_credit ? '' : credit} The parents get an email.`,
          );
        },
      },
    );
  return (
    <div className="grid gap-5">
      {without_credit ? (
        <p>The booking took no credit, so none comes back.</p>
      ) : (
        <fieldset>
          <legend className="mb-1.5 font-bold">What happens with the credit?</legend>
          <ul className={choiceListClass}>
            <li>
              <Choice type="radio" name="refund" checked={refund} onChange={() => setRefund(true)}>
                Return it to the family
              </Choice>
            </li>
            <li>
              <Choice
                type="radio"
                name="refund"
                checked={!refund}
                onChange={() => setRefund(false)}
              >
                Do not return it
              </Choice>
            </li>
          </ul>
        </fieldset>
      )}
      <Message value={message} onChange={setMessage} />
      <DialogFoot>
        <Button
          variant="destructive"
          busy={cancel.isPending}
          busyLabel="Cancelling..."
          onClick={submit}
        >
          Cancel {name}’s booking
        </Button>
      </DialogFoot>
    </div>
  );
}
