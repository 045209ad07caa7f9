// <UnconfirmedEmail>: how a parent confirms an address. It is urgent only where a free lesson
// depends on it.
import {
  type FamilyUser,
  type ParentUser,
  refuseUnconfirmed,
} from '../../domain/families/account.ts';
import { formatUkInstant } from '../../domain/time.ts';
import { useSendConfirmation } from '../api/families/family.ts';
import { Button } from '../ui/button.tsx';

/**
 * Why this person can neither invite nor subscribe yet, shown beneath the buttons; null if they
 * can.
 */
export function whyNotYet(user: FamilyUser): string | null {
  return refuseUnconfirmed(user) === null ? null : 'Confirm your email address first.';
}

interface UnconfirmedEmailProps {
  readonly user: ParentUser;
  /** Until when the family's free lesson depends on it (epoch milliseconds); null if none does. */
  readonly freeLessonBy?: number | null;
}

export function UnconfirmedEmail({ user, freeLessonBy = null }: UnconfirmedEmailProps) {
  const send = useSendConfirmation(user.Parent_Email);
  return (
    <div className="grid justify-items-start leading-snug">
      <p className="max-w-prose text-pencil">
        Please follow the link that we sent to{' '}
        <strong className="text-ink wrap-anywhere">{user.Parent_Email}</strong>
        {freeLessonBy === null ? (
          '. Once your address is confirmed you can invite your family and see your lessons in your own calendar.'
        ) : (
          <>
            {' '}
            by <strong className="text-ink">{formatUkInstant(freeLessonBy)}</strong>. Otherwise your
            free lesson is cancelled, and its spot goes to another family.
          </>
        )}
      </p>
      <Button
        variant="quiet"
        className="-mb-2 -ml-2 px-2!"
        busy={send.isPending}
        busyLabel="Sending..."
        onClick={() => send.mutate()}
      >
        Send the email again
      </Button>
    </div>
  );
}
