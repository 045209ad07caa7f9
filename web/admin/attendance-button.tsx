// <AttendanceButton>: marks a student absent, or takes that back.
import type { AdminBooking } from '../../domain/lessons/booking.ts';
import { ukTime } from '../../domain/time.ts';
import { useMarkAttendance } from '../data/planned-lessons.ts';
import { Button } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';

interface AttendanceButtonProps {
  booking: Pick<AdminBooking, 'id' | 'absent' | 'joined_at' | 'without_credit' | 'Student_Name'>;
  className?: string;
}

/** Asks before it marks a student absent who has joined: such a student is hardly ever absent. */
export function AttendanceButton({ booking, className = '' }: AttendanceButtonProps) {
  const { id, absent, joined_at, without_credit, Student_Name: studentName } = booking;
  const mark = useMarkAttendance();
  const [question, ask] = useConfirm();
  const label = absent ? 'Undo' : 'Mark absent';
  const contradicts = !absent && joined_at !== null;
  const change = async () => {
    const absentAllTheSame = {
      title: 'Mark absent',
      text: `${studentName} joined at ${joined_at === null ? '' : ukTime(Date.parse(joined_at))}.${without_credit ? '' : ' Marked absent, the student gets the credit back all the same.'}`,
      action: 'Mark absent',
      refusal: 'Keep as it is',
    };
    if (contradicts && !(await ask(absentAllTheSame))) return;
    mark.mutate({ bookingId: id, absent: !absent });
  };
  return (
    <>
      <Button
        variant="quiet"
        size="compact"
        className={`whitespace-nowrap ${contradicts ? 'font-normal! text-pencil!' : ''} ${className}`}
        busy={mark.isPending}
        aria-label={`${label}: ${studentName}`}
        onClick={() => void change()}
      >
        {label}
      </Button>
      {question}
    </>
  );
}
