// <MoveForFamily>: moves a student's booking to another lesson. It proposes the nearest ones of the
// same course, and shows the others on request.
import { useState } from 'react';

import { courseOf, isOfOther } from '../../../domain/course.ts';
import {
  hasStarted,
  type LessonStudent,
  type PlannedLesson,
  spotsLeft,
} from '../../../domain/lessons/lesson.ts';
import { findClashes, toDayLesson } from '../../../domain/lessons/student-day.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { LessonOptions } from '../../parts/lesson-options.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogFoot } from '../../ui/dialog.tsx';
import { Warning } from './lesson-warnings.tsx';
import { clashWords, firstNameOf } from './lesson-words.ts';
import { Message, Revealed } from './message.tsx';
import { useClashes, useMoveForFamily } from './tutor-bookings.ts';

interface MoveForFamilyProps {
  readonly lesson: PlannedLesson;
  readonly student: LessonStudent;
  readonly planned: readonly PlannedLesson[];
  /** Epoch milliseconds. */
  readonly now: number;
  /** Receives what was done, in words. */
  readonly onDone: (words: string) => void;
}

export function MoveForFamily({ lesson, student, planned, now, onDone }: MoveForFamilyProps) {
  const move = useMoveForFamily(student.booking_id);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [message, setMessage] = useState('');
  const [showsAll, setAll] = useState(false);
  // The lesson that is left is no longer in the way.
  const day = planned
    .filter((one) => one.id !== lesson.id && isBooked(one, student))
    .map(toDayLesson);
  const open = planned.filter(
    (one) => canTake(one, student, now) && findClashes([toDayLesson(one)], day).length === 0,
  );
  const isOther = (one: PlannedLesson) => isOfOther(one.Lesson_Name, courseOf(lesson.Lesson_Name));
  const nearest = nearestTo(
    lesson,
    open.filter((one) => !isOther(one)),
  );
  const targets = showsAll || nearest.length === 0 ? open : nearest;
  const hidden = open.length - targets.length;
  const groups = [
    { legend: 'Where to?', lessons: targets.filter((one) => !isOther(one)) },
    { legend: 'In the other course', lessons: targets.filter(isOther) },
  ].filter(({ lessons }) => lessons.length > 0);
  const to = targets.find(({ id }) => id === chosenId);
  const clashes = useClashes(student.Student_ID, to, lesson.id);
  const words = clashWords(student, clashes ?? []);
  const submit = (target: PlannedLesson) =>
    move.mutate(
      { Lesson_ID: target.id, message },
      {
        onSuccess: () =>
          onDone(
            `${student.Student_Name} has moved to ${whenOf(target)}. The parents get an email.`,
          ),
      },
    );
  return (
    <div className="grid gap-5">
      {groups.length === 0 && <p>No other lesson ahead has a spot left.</p>}
      {groups.map(({ legend, lessons }) => (
        <LessonOptions
          key={legend}
          legend={legend}
          lessons={lessons}
          chosenId={chosenId}
          spotsLeft={freeSpots}
          onChoose={setChosenId}
        />
      ))}
      {hidden > 0 && (
        <Button variant="quiet" className="-mx-5 justify-self-start" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
      {to !== undefined && (
        <Revealed key={to.id}>
          <Message value={message} onChange={setMessage} />
        </Revealed>
      )}
      <DialogFoot note={words === null ? null : <Warning>{words}</Warning>}>
        <Button
          busy={move.isPending || clashes === undefined}
          busyLabel={move.isPending ? 'Moving...' : 'Loading...'}
          disabledReason={to === undefined ? 'Please choose a lesson.' : null}
          onClick={() => {
            if (to !== undefined) submit(to);
          }}
        >
          {words === null ? `Move ${firstNameOf(student)}` : 'Move anyway'}
        </Button>
      </DialogFoot>
    </div>
  );
}

const MAX_PROPOSED = 6;

/** Some of the lessons, sorted by start. */
function nearestTo(
  { starts_at }: PlannedLesson,
  lessons: readonly PlannedLesson[],
): PlannedLesson[] {
  const distance = (one: PlannedLesson) =>
    Math.abs(Date.parse(one.starts_at) - Date.parse(starts_at));
  const near = lessons.toSorted((a, b) => distance(a) - distance(b)).slice(0, MAX_PROPOSED);
  return lessons.filter((one) => near.includes(one));
}

const freeSpots = ({
  Max_Students: maxStudents,
  bookedCount,
  reservedCount,
}: PlannedLesson): number => spotsLeft(maxStudents, bookedCount, reservedCount);

const isBooked = (one: PlannedLesson, { Student_ID: studentId }: LessonStudent): boolean =>
  one.students.some((booked) => booked.Student_ID === studentId);

const canTake = (one: PlannedLesson, student: LessonStudent, now: number): boolean =>
  !hasStarted(one, now) && freeSpots(one) > 0 && !isBooked(one, student);

const whenOf = ({ Date: date, Time: time }: PlannedLesson): string =>
  `${formatDate(date, 'short')}, ${shortTime(time)}`;
