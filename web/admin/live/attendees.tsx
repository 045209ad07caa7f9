// <Attendees>: the students of a lesson as lamps that light up as they come in.
import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { ukTime } from '../../../domain/time.ts';
import { useMarkAttendance } from '../../data/attendance.ts';

interface AttendeesProps {
  readonly bookings: readonly AdminBooking[];
  readonly isOver: boolean;
}

const looks = {
  here: 'border-positive bg-positive-wash text-positive',
  expected: 'border-dashed border-rule text-pencil',
  absent: 'border-caution bg-caution-wash text-caution',
} as const;

/** In the order of booking, so that nobody moves under a thumb. */
export function Attendees({ bookings, isOver }: AttendeesProps) {
  return (
    <ul className="grid gap-2 min-[22rem]:grid-cols-2">
      {bookings.map((booking) => {
        const state = stateOf(booking);
        return (
          <li
            key={booking.id}
            className={`flex min-h-13 items-center gap-2 rounded-md border px-2.5 py-1.5 leading-tight transition-colors duration-700 ${looks[state]}`}
          >
            <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 shrink-0">
              <circle
                cx="8"
                cy="8"
                r="6"
                fill={state === 'here' ? 'currentColor' : 'none'}
                stroke="currentColor"
                strokeWidth="2"
              />
            </svg>
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="text-note font-bold">{booking.Student_Name}</span>{' '}
              <span className="figures block text-sm">{stateWords(booking, isOver)}</span>
            </span>
            {booking.absent && <UndoButton booking={booking} />}
          </li>
        );
      })}
    </ul>
  );
}

function stateOf({ absent, joined_at }: AdminBooking): keyof typeof looks {
  if (absent) return 'absent';
  return joined_at === null ? 'expected' : 'here';
}

function stateWords({ absent, excused, joined_at }: AdminBooking, isOver: boolean): string {
  if (absent) return 'Absent, credit back';
  if (joined_at !== null) return `In at ${ukTime(Date.parse(joined_at))}`;
  if (excused) return "Can't come";
  return isOver ? 'Did not come in' : 'Not in yet';
}

function UndoButton({
  booking: { id, Student_Name: studentName },
}: {
  readonly booking: AdminBooking;
}) {
  const mark = useMarkAttendance();
  return (
    <button
      type="button"
      aria-disabled={mark.isPending || undefined}
      className="-my-1.5 -mr-3 min-h-11 cursor-pointer px-3 font-bold underline underline-offset-4 hover:decoration-2 aria-disabled:opacity-60"
      onClick={() => {
        if (!mark.isPending) mark.mutate({ bookingId: id, absent: false });
      }}
    >
      Undo<span className="sr-only"> for {studentName}</span>
    </button>
  );
}
