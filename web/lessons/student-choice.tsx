// <StudentChoice>: the students of a family. Each booked one can be moved or cancelled, the others
// can be chosen for the next booking.
import { useId } from 'react';

import { explainRefusal, refuseCancellation } from '../../domain/booking.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import type { Student } from '../../domain/student.ts';
import { useCancelBooking } from '../api/bookings.ts';
import { Button } from '../ui/button.tsx';
import { type Booker, isBookedFor } from './booker.ts';
import { choiceListClass } from '../ui/choice.tsx';
import { confirmCancellation } from './confirm-cancellation.ts';
import { LessonSign } from './lesson-sign.tsx';
import { StudentRadio } from './student-radios.tsx';

interface StudentChoiceProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  readonly chosen: Student | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onChoose: (id: string) => void;
  readonly onMove: (id: string) => void;
}

export function StudentChoice({
  lesson,
  booker,
  chosen,
  now,
  onChoose,
  onMove,
}: StudentChoiceProps) {
  const { user } = booker;
  const reasonId = useId();
  if (hasStarted(lesson, now)) return null;
  const isBooked = (student: Student) => isBookedFor(lesson, student);
  // Students without credits can be chosen too: the missing credits are bought with the booking.
  const isBookable =
    explainRefusal({ ...lesson, isBooked: false }, { Credits: null }, now) === null;
  const shown = isBookable ? user.students : user.students.filter(isBooked);
  if (shown.length === 0) return null;
  const isForAll = shown.every(isBooked);
  const refusal = lesson.isBooked ? refuseCancellation(lesson, now) : null;
  return (
    <fieldset>
      <legend className="mb-1.5 font-bold">{isForAll ? 'Booked for' : 'Who is it for?'}</legend>
      <ul className={choiceListClass}>
        {shown.map((student) => (
          <li key={student.id}>
            {isBooked(student) ? (
              <Booked
                lesson={lesson}
                user={user}
                student={student}
                isSaid={isForAll}
                reasonId={refusal && reasonId}
                onMove={() => onMove(student.id)}
              />
            ) : (
              <StudentRadio student={student} chosen={chosen} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ul>
      {refusal !== null && (
        <p id={reasonId} className="mt-1.5 text-sm leading-snug text-pencil">
          {errorCatalogue[refusal].text}
        </p>
      )}
    </fieldset>
  );
}

interface BookedProps {
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  readonly student: Student;
  /** Whether the list itself already says that every student is booked. */
  readonly isSaid: boolean;
  /** The id of the text that says why the booking cannot be cancelled; null if it can. */
  readonly reasonId: string | null;
  readonly onMove: () => void;
}

function Booked({ lesson, user, student, isSaid, reasonId, onMove }: BookedProps) {
  const { cancel } = useCancelBooking(user);
  const askToCancel = async () => {
    if (await confirmCancellation(user, student)) cancel({ lesson, student });
  };
  return (
    <div className="flex min-h-12 flex-wrap items-center gap-x-3 py-1 pr-1.5 pl-3.5">
      <LessonSign state="booked" className="size-5 shrink-0 text-positive" />
      <span className="min-w-0 flex-1 leading-snug [overflow-wrap:anywhere] max-sm:basis-3/4">
        {student.Student_Name}
        {!isSaid && <span className="block text-sm font-bold text-positive">Booked</span>}
      </span>
      <span className="ml-auto flex">
        {reasonId === null && (
          <Button
            variant="quiet"
            className="px-2!"
            aria-label={`Move booking for ${student.Student_Name}`}
            onClick={onMove}
          >
            Move
          </Button>
        )}
        <Button
          variant="quiet"
          className="px-2!"
          aria-label={`Cancel booking for ${student.Student_Name}`}
          {...(reasonId === null
            ? { onClick: () => void askToCancel() }
            : { 'aria-disabled': true, 'aria-describedby': reasonId })}
        >
          Cancel
        </Button>
      </span>
    </div>
  );
}
