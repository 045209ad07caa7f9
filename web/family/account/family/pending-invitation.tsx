// <PendingInvitation>: who has been invited, until when they can accept, and the action to withdraw
// it.
import type { Invitation } from '../../../../domain/people/family.ts';
import { formatDate, ukDate } from '../../../../domain/time.ts';
import { useWithdrawFamilyInvitation } from '../../../data/people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { actionClass } from './action-class.ts';

export function PendingInvitation({ invitation }: { readonly invitation: Invitation }) {
  const withdraw = useWithdrawFamilyInvitation(invitation);
  const until = formatDate(ukDate(Date.parse(invitation.expires_at)), 'short');
  return (
    <div className="justify-between gap-x-4 sm:flex sm:items-center">
      <p className="min-w-0 py-2 leading-snug max-sm:pb-0">
        <Badge tone="caution">Invited</Badge>{' '}
        <span className="wrap-anywhere">{invitation.email}</span>
        <span className="block text-sm text-pencil">The emailed link works until {until}.</span>
      </p>
      <Button
        variant="quiet"
        className={actionClass}
        aria-label={`Withdraw the invitation to ${invitation.email}`}
        busy={withdraw.isPending}
        busyLabel="Withdrawing..."
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
    </div>
  );
}
