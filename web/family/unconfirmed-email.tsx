// <UnconfirmedEmail>: how a parent confirms an address.
import {
  type FamilyUser,
  type ParentUser,
  refuseUnconfirmed,
} from '../../domain/people/account.ts';
import { useSendConfirmation } from '../data/family.ts';
import { Button } from '../ui/button.tsx';

/**
 * Why this person can neither invite nor subscribe yet, shown beneath the buttons; null if they
 * can.
 */
export function whyNotYet(user: FamilyUser): string | null {
  return refuseUnconfirmed(user) === null ? null : 'Confirm your email address first.';
}

export function UnconfirmedEmail({ user }: { user: ParentUser }) {
  const send = useSendConfirmation(user.Parent_Email);
  return (
    <div className="grid justify-items-start gap-x-8 leading-snug lg:flex lg:items-center lg:justify-between">
      <p className="max-w-prose text-pencil">
        Please follow the link that we sent to{' '}
        <strong className="text-ink wrap-anywhere">{user.Parent_Email}</strong>. Once your address
        is confirmed you can invite your family and see your lessons in your own calendar.
      </p>
      <Button
        variant="quiet"
        className="shrink-0 px-2! max-lg:-mb-2 max-lg:-ml-2 lg:-my-2"
        busy={send.isPending}
        busyLabel="Sending..."
        onClick={() => send.mutate()}
      >
        Send the email again
      </Button>
    </div>
  );
}
