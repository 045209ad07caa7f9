// <Attendees>: who has joined a lesson, and from its start a way to reach each student who has not.
import { useQuery } from '@tanstack/react-query';

import type { AdminBooking } from '../../../domain/lessons/booking.ts';
import { type AdminLesson, hasEnded, hasStarted } from '../../../domain/lessons/lesson.ts';
import { dialledNumber } from '../../../domain/phone-numbers.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import type { FamilySummary } from '../../../domain/tutor/family-record.ts';
import { useMarkAttendance } from '../../data/planned-lessons.ts';
import { familiesQuery } from '../../data/tutor.ts';
import { joinedWords, PresenceMark } from '../presence-mark.tsx';

interface AttendeesProps {
  lesson: AdminLesson;
  bookings: readonly AdminBooking[];
  now: number;
}

const looks = {
  here: 'border-positive bg-positive-wash text-positive',
  expected: 'border-dashed border-rule text-pencil',
  missing: 'border-caution bg-caution-wash text-caution',
} as const;

/** In the order of booking, so that nobody moves under a thumb. */
export function Attendees({ lesson, bookings, now }: AttendeesProps) {
  const isRunning = hasStarted(lesson, now) && !hasEnded(lesson, now);
  const isMissing = ({ absent, excused, joined_at }: AdminBooking) =>
    isRunning && !absent && !excused && joined_at === null;
  const { data: families } = useQuery({
    ...familiesQuery,
    enabled: bookings.some(isMissing),
    // The page is of use without it.
    meta: { ...familiesQuery.meta, isSilent: true },
  });
  return (
    <ul className="grid gap-2 min-[30rem]:grid-cols-2">
      {bookings.map((booking) => {
        const { id, absent, joined_at, Family_ID: familyId, Student_Name: studentName } = booking;
        const family = isMissing(booking)
          ? families?.find((one) => one.id === familyId)
          : undefined;
        const isIn = joined_at !== null && !absent;
        const look = isIn ? 'here' : absent || isMissing(booking) ? 'missing' : 'expected';
        return (
          <li
            key={id}
            className={`flex min-h-13 flex-wrap items-center gap-x-2 rounded-md border px-2.5 py-1.5 leading-tight transition-colors duration-700 ${looks[look]}`}
          >
            <PresenceMark isIn={isIn} />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <span className="text-note font-bold">{studentName}</span>{' '}
              <span className="figures block text-sm">{stateWords(booking, lesson, now)}</span>
            </span>
            {family !== undefined && <ReachLink family={family} studentName={studentName} />}
            {absent && <UndoButton booking={booking} />}
          </li>
        );
      })}
    </ul>
  );
}

/** 'Joined 08:56', 'Not joined yet' before the start, '11 min late' after it. */
export function stateWords(
  { absent, excused, joined_at }: Pick<AdminBooking, 'absent' | 'excused' | 'joined_at'>,
  lesson: { starts_at: string },
  now: number,
): string {
  if (absent) return 'Absent, credit back';
  const words = joinedWords(joined_at);
  if (joined_at !== null) return words;
  if (excused) return "Can't come";
  if (!hasStarted(lesson, now)) return `${words} yet`;
  const minutes = Math.floor((now - Date.parse(lesson.starts_at)) / MINUTE_MS);
  return minutes === 0 || hasEnded(lesson, now) ? words : `${minutes} min late`;
}

const actionClass =
  '-my-1.5 -mr-2.5 flex min-h-11 cursor-pointer items-center px-2.5 font-bold underline underline-offset-4 hover:decoration-2 aria-disabled:opacity-60';

/** The first parent's number, or the address where there is no number. */
function ReachLink({ family, studentName }: { family: FamilySummary; studentName: string }) {
  const number = dialledNumber(family.Parent_Phone_Number);
  return (
    <a
      className={actionClass}
      href={number === '' ? `mailto:${family.Parent_Email}` : `tel:${number}`}
    >
      <span className="text-right md:text-note">
        {number === '' ? 'Email' : 'Call'}
        <span className="sr-only">
          {' '}
          {family.Parent_Name} about {studentName}
        </span>
        {/* A desk cannot dial. */}
        {number !== '' && (
          <span className="figures whitespace-nowrap max-md:hidden">
            {' '}
            {family.Parent_Phone_Number}
          </span>
        )}
      </span>
    </a>
  );
}

function UndoButton({ booking: { id, Student_Name: studentName } }: { booking: AdminBooking }) {
  const mark = useMarkAttendance();
  return (
    <button
      type="button"
      aria-disabled={mark.isPending || undefined}
      className={actionClass}
      onClick={() => {
        if (!mark.isPending) mark.mutate({ bookingId: id, absent: false });
      }}
    >
      Undo<span className="sr-only"> for {studentName}</span>
    </button>
  );
}
