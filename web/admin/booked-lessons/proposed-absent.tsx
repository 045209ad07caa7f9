// <ProposedAbsent>: after a lesson, the students who did not join by their link, to mark absent
// together. Nobody is marked automatically.
import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { listNames, useMarkAbsent } from '../../data/attendance.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** Nothing to propose if nobody is missing. */
export function ProposedAbsent({ bookings }: { readonly bookings: readonly AdminBooking[] }) {
  const mark = useMarkAbsent();
  const [first] = bookings;
  if (first === undefined) return null;
  const isOne = bookings.length === 1;
  return (
    <Notice
      tone="caution"
      layout="panel"
      className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3"
    >
      <p className="min-w-0 flex-1 basis-64">
        <b>{listNames(bookings)}</b> did not come in by {isOne ? 'the link' : 'their links'}.
        Nothing happens unless you mark{' '}
        {isOne
          ? 'the student absent, which returns the credit.'
          : 'them absent, which returns their credits.'}
      </p>
      <Button
        variant="secondary"
        busy={mark.isPending}
        busyLabel="Marking..."
        onClick={() => mark.mutate(bookings)}
      >
        {isOne ? 'Mark absent' : `Mark ${bookings.length} students absent`}
      </Button>
    </Notice>
  );
}
