// <MovePart>: the lessons that a booking can be moved to.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { courseLabels, courseOf, isOfOther, lessonOf } from '../../../../domain/course.ts';
import { errorCatalogue } from '../../../../domain/errors.ts';
import {
  refuseBooking,
  refuseCancellation,
  finalWords,
  moveWindow,
} from '../../../../domain/lessons/booking.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { clashesFor } from '../../../../domain/lessons/student-day.ts';
import { unbroken } from '../../../../domain/near-dates.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, shortTime, ukDate } from '../../../../domain/time.ts';
import { lessonsOfQuery, LOADING_LESSONS } from '../../../data/lessons.ts';
import { LessonOptions } from '../../../parts/lesson-options.tsx';
import { describeDeadline } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { DialogFoot, DialogLead } from '../../../ui/dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { isBookedFor, nameOnButton } from '../booker.ts';
import type { ToldBy } from '../bookings.ts';
import { type PartProps, StudentChips } from './dialog-parts.tsx';
import { useMoveBooking } from './moved-bookings.ts';

interface LessonMove {
  to: FamilyLesson;
  student: Pick<Student, 'id' | 'Student_Name'>;
}

interface MovePartProps extends PartProps {
  onMoved: (moved: LessonMove) => ToldBy;
}

export default function MovePart(props: MovePartProps) {
  const { lesson, booker, now, onChoose } = props;
  const { user } = booker;
  const lessons = useQuery(lessonsOfQuery(moveWindow(lesson, ukDate(now))));
  const { move, isPending } = useMoveBooking(user, props.onMoved);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const booked = user.students.filter((one) => isBookedFor(lesson, one));
  const student = booked.find(({ id }) => id === props.student?.id) ?? null;
  const bookingId = lesson.bookings.find(
    ({ Student_ID: studentId }) => studentId === student?.id,
  )?.id;
  const name = nameOnButton(user, student);
  const refusal = refuseCancellation(lesson, now);
  if (refusal !== null) return <p>{errorCatalogue[refusal].text}</p>;
  const around = [...booker.lessons, ...(lessons.data ?? [])];
  const targets = targetsOf({ lessons: lessons.data ?? [], around, from: lesson, student, now });
  const to = targets.fitting.find(({ id }) => id === chosenId);
  return (
    <div className="grid gap-5">
      {booked.length > 1 && (
        <StudentChips
          legend="Whose booking?"
          students={user.students}
          offered={booked}
          chosen={student}
          onChoose={onChoose}
        />
      )}
      <Loaded
        query={lessons}
        noun="lessons"
        rows={4}
        rowClassName="h-12 w-full"
        failure={LOADING_LESSONS.title}
      >
        {() => <Targets {...targets} from={lesson} chosenId={chosenId} onChoose={setChosenId} />}
      </Loaded>
      <p className="text-pencil">
        You can move it until {unbroken(describeDeadline(lesson, now))}.
      </p>
      <DialogLead>
        {to !== undefined && (
          <output className="leading-snug">
            <Terms from={lesson} to={to} now={now} />
          </output>
        )}
      </DialogLead>
      <DialogFoot>
        <Button
          busy={isPending}
          busyLabel="Moving..."
          disabledReason={whyNot(student, to)}
          onClick={() => {
            // Has no id while the booking itself is being saved.
            if (to !== undefined && student !== null && bookingId)
              move({ lesson, student, bookingId, to });
          }}
        >
          {to === undefined
            ? 'Move booking'
            : `Move ${name === null ? '' : `${name} `}to ${formatDate(to.Date, 'short')}, ${shortTime(to.Time)}`}
        </Button>
      </DialogFoot>
    </div>
  );
}

interface MoveRequest {
  lessons: readonly FamilyLesson[];
  /** All lessons that are loaded, among them what the students have at the times of these. */
  around: readonly FamilyLesson[];
  from: FamilyLesson;
  /** Null while nobody is chosen. */
  student: Student | null;
  now: number;
}

/** The lessons with a spot, and those of them at a time at which the student is free. */
function targetsOf({ lessons, around, from, student, now }: MoveRequest) {
  // The lesson that is left is no longer in the way.
  const others = around.filter(({ id }) => id !== from.id);
  const isTaken = (one: FamilyLesson) =>
    one.id === from.id || (student !== null && isBookedFor(one, student));
  const withSpot = lessons.filter(
    (one) => refuseBooking({ ...one, isBooked: isTaken(one) }, { credits: null }, now) === null,
  );
  return {
    withSpot,
    fitting: withSpot.filter(
      (one) => student === null || clashesFor(one, student.id, others).length === 0,
    ),
  };
}

interface TargetsProps extends ReturnType<typeof targetsOf> {
  from: FamilyLesson;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

function Targets({ withSpot, fitting, from, chosenId, onChoose }: TargetsProps) {
  if (fitting.length === 0)
    return (
      <p>
        {withSpot.length > 0
          ? 'No other lesson near that date has a spot left at a time that is still free.'
          : 'No other lesson near that date has a spot left.'}
      </p>
    );
  const isOther = (one: FamilyLesson) => isOfOther(one.Lesson_Name, courseOf(from.Lesson_Name));
  const choice = { chosenId, spotsLeft: (one: FamilyLesson) => one.availableSpots, onChoose };
  return (
    <>
      <LessonOptions
        legend="Where to?"
        lessons={fitting.filter((one) => !isOther(one))}
        {...choice}
      />
      <LessonOptions legend="In the other course" lessons={fitting.filter(isOther)} {...choice} />
    </>
  );
}

/** Why the booking cannot be moved yet; null if it can. */
function whyNot(student: Student | null, to: FamilyLesson | undefined): string | null {
  if (student === null) return 'Please choose whose booking it is.';
  return to === undefined ? 'Please choose a lesson.' : null;
}

/** The conditions after the move, and warnings about unusual choices. */
function Terms({ from, to, now }: { from: FamilyLesson; to: FamilyLesson; now: number }) {
  const [before, after] = [courseOf(from.Lesson_Name), courseOf(to.Lesson_Name)];
  return (
    <>
      {before !== null && after !== null && isOfOther(to.Lesson_Name, before) && (
        <strong className="mb-1 block">
          This is {lessonOf(after)}; the one booked now is {courseLabels[before]}.
        </strong>
      )}
      {finalWords(to, now) ??
        unbroken(`You can then cancel or move it until ${describeDeadline(to, now)}.`)}
    </>
  );
}
