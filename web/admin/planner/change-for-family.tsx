// <MoveForFamily>: moves a student's booking to another lesson. It proposes the nearest ones of the
// same course, and shows the others on request. <CancelForFamily> cancels it.
import { useState, type ReactNode } from 'react';

import { courseOf, isOfOther } from '../../../domain/course.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import {
  hasStarted,
  type LessonStudent,
  type PlannedLesson,
  spotsLeft,
} from '../../../domain/lessons/lesson.ts';
import { findClashes, toDayLesson } from '../../../domain/lessons/student-day.ts';
import type { TutorCancellation } from '../../../domain/lessons/tutor-booking.ts';
import { LENGTHS } from '../../../domain/limits.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { LessonOptions } from '../../parts/lesson-options.tsx';
import { call } from '../../transport/client.ts';
import { Button } from '../../ui/button.tsx';
import { DialogFoot } from '../../ui/dialog.tsx';
import { RadioList } from '../../ui/forms/choice.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { firstNameOf } from '../first-names.ts';
import { clashWords } from './lesson-item.tsx';
import { Warning } from './lesson-warnings.tsx';
import { useClashes, useMoveForFamily, useActing } from './tutor-bookings.ts';

interface MoveForFamilyProps {
  lesson: PlannedLesson;
  student: LessonStudent;
  planned: readonly PlannedLesson[];
  now: number;
  /** Receives what was done, in words. */
  onDone: (words: string) => void;
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
function nearestTo({ starts_at }: PlannedLesson, lessons: readonly PlannedLesson[]) {
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

interface CancelForFamilyProps {
  student: LessonStudent;
  /** Receives what was done, in words. */
  onDone: (words: string) => void;
}

/** <CancelForFamily>: cancels a student's booking, with or without returning its credit. */
export function CancelForFamily({ student, onDone }: CancelForFamilyProps) {
  const cancel = useCancelForFamily(student.booking_id);
  const [refund, setRefund] = useState(true);
  const [message, setMessage] = useState('');
  const { without_credit } = student;
  const name = firstNameOf(student);
  const submit = () =>
    cancel.mutate(
      { refund, message },
      {
        onSuccess: () => {
          const credit = refund ? ' The credit is back with the family.' : '';
          onDone(
            `${student.Student_Name} is no longer booked.${without_credit ? '' : credit} The parents get an email.`,
          );
        },
      },
    );
  return (
    <div className="grid gap-5">
      {without_credit ? (
        <p>The booking took no credit, so none comes back.</p>
      ) : (
        <RadioList
          legend="What happens with the credit?"
          name="refund"
          value={refund ? 'return' : 'keep'}
          options={[
            { value: 'return', label: 'Return it to the family' },
            { value: 'keep', label: 'Do not return it' },
          ]}
          onChange={(value) => setRefund(value === 'return')}
        />
      )}
      <Message value={message} onChange={setMessage} />
      <DialogFoot>
        <Button
          variant="destructive"
          busy={cancel.isPending}
          busyLabel="Cancelling..."
          onClick={submit}
        >
          Cancel {name}’s booking
        </Button>
      </DialogFoot>
    </div>
  );
}

/** `mutate({refund, message})`: cancels this booking. */
const useCancelForFamily = (bookingId: string) =>
  useActing(
    'Cancellation Failed',
    'Failed to cancel the booking. Please try again.',
    (body: TutorCancellation, idempotencyKey) =>
      call(endpoints.cancelForFamily, { params: { bookingId }, body, idempotencyKey }),
  );

const scrollTo = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** <Revealed>: scrolls to what has just appeared. */
export function Revealed({ children }: { children: ReactNode }) {
  return <div ref={scrollTo}>{children}</div>;
}

/** <Message>: the tutor's message to the family's parents. */
function Message({ value, onChange }: { value: string; onChange: (message: string) => void }) {
  const left = LENGTHS.bookingMessage.max - value.length;
  return (
    <Field
      label="Message to the parents"
      optional
      hint={`It goes into their email, with your name. ${left} characters left.`}
    >
      {(control) => (
        <textarea
          {...control}
          rows={3}
          maxLength={LENGTHS.bookingMessage.max}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
