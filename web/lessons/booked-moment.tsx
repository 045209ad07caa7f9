// <BookedMoment>: confirms that a student is booked, for when, and what happens next.
import { useEffect, useRef } from 'react';

import { lessonCount, type FamilyLesson } from '../../domain/lesson.ts';
import { remindersToCome, reminderTimes } from '../../domain/reminders.ts';
import { formatDate } from '../../domain/time.ts';
import { shortNames, type Student } from '../../domain/student.ts';
import type { Booker } from './booker.ts';
import { CalendarButton } from './calendar-button.tsx';
import { LessonSign } from './lesson-sign.tsx';

/** A booking or move that was just made, for the dialog to confirm. */
export interface Moment {
  readonly kind: 'booked' | 'moved';
  /** The lesson whose dialog shows the confirmation. */
  readonly lessonId: string;
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
  /** All lessons booked together, sorted by start. */
  readonly lessons: readonly FamilyLesson[];
}

interface BookedMomentProps {
  readonly moment: Moment;
  /** The lesson of the dialog. */
  readonly lesson: FamilyLesson;
  readonly user: Booker['user'];
  /** Epoch milliseconds. */
  readonly now: number;
}

export function BookedMoment({ moment, lesson, user, now }: BookedMomentProps) {
  const { lessons, student } = moment;
  const name = shortNames(user.students).get(student.id) ?? student.Student_Name;
  const isIn = user.role === 'student' ? 'You are in' : `${name} is in`;
  const isOne = lessons.length === 1;
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button has become Cancel: a second Enter must not undo the booking.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md border border-positive bg-positive-wash p-4">
      <LessonSign state="booked" className="mt-0.5 size-6 text-positive" />
      <div className="grid gap-1.5">
        <h3 ref={heading} tabIndex={-1} className="text-heading [overflow-wrap:anywhere]">
          {isOne ? isIn : `${isIn} for ${lessonCount(lessons.length)}`}
        </h3>
        {/* The dialog's title already shows the time of a single lesson. */}
        {!isOne && (
          <ul className="columns-2 gap-x-4">
            {lessons.map(({ id, Date: date }) => (
              <li key={id}>{formatDate(date, 'short')}</li>
            ))}
          </ul>
        )}
        <p>{reminderWords(lessons, user.reminder_hours, now)}</p>
        <div className="mt-1.5 empty:hidden">
          <CalendarButton variant="secondary" lessons={isOne ? [lesson] : lessons} />
        </div>
      </div>
    </section>
  );
}

/** If any lesson still gets a reminder, the last one does. */
function reminderWords(
  lessons: readonly FamilyLesson[],
  chosen: Booker['user']['reminder_hours'],
  now: number,
): string {
  const last = lessons.at(-1);
  const come = last === undefined ? [] : remindersToCome(chosen, Date.parse(last.starts_at), now);
  if (come.length === 0) return 'The details come by email now.';
  const what = come.length === 1 ? 'A reminder comes' : 'Reminders come';
  return `${what} by email ${reminderTimes(come)}${lessons.length > 1 ? ' each of them' : ''}.`;
}
