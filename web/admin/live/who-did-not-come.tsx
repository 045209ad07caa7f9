// <WhoDidNotCome>: after a lesson, the students who did not come in, and one tap that marks them
// absent.
import { type AdminBooking, proposeAbsent } from '../../../domain/lessons/booking.ts';
import { listNames, useMarkAbsent } from '../../data/attendance.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

interface WhoDidNotComeProps {
  readonly bookings: readonly AdminBooking[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Nothing is marked by itself. Renders nothing if nobody is missing. */
export function WhoDidNotCome({ bookings, now }: WhoDidNotComeProps) {
  const mark = useMarkAbsent();
  const missing = proposeAbsent(bookings, now);
  if (missing.length === 0) return null;
  const isOne = missing.length === 1;
  return (
    <Notice tone="caution" layout="panel" className="mb-3 grid gap-3">
      <p className="leading-snug">
        <b>{missing.length} did not come</b>: {listNames(missing)}
      </p>
      <Button
        variant="secondary"
        busy={mark.isPending}
        busyLabel="Marking..."
        onClick={() => mark.mutate(missing)}
      >
        {isOne ? 'Mark absent, credit back' : `Mark ${missing.length} absent, credits back`}
      </Button>
    </Notice>
  );
}
