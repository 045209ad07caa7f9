// <BookedMoment>: confirms what has just happened to a booking, and says what happens next.
import { type ReactNode, useEffect, useRef } from 'react';

import { lessonCount, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { remindersToCome, reminderTimes } from '../../../../domain/lessons/reminders.ts';
import { unbroken } from '../../../../domain/near-dates.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate } from '../../../../domain/time.ts';
import { Notice } from '../../../ui/notice.tsx';
import { CalendarButton } from '../../calendar-button.tsx';
import type { Booker } from '../booker.ts';
import { BOOKING_CANCELED, cancelledWords } from '../booking-words.ts';
import { LessonSign } from '../lesson-mark.tsx';
import { promotionTerms } from '../waiting-entries.tsx';

/** What has just happened to a student's booking, for the dialog to show. */
export interface Moment {
  readonly kind: 'booked' | 'moved' | 'promoted' | 'cancelled';
  /** The lesson whose dialog shows it. */
  readonly lessonId: string;
  readonly student: Pick<Student, 'id' | 'Student_Name'>;
  /** All lessons booked together, sorted by start. */
  readonly lessons: readonly FamilyLesson[];
}

const titles: Readonly<Record<Moment['kind'], string>> = {
  booked: 'Lesson Booked!',
  moved: 'Booking moved',
  promoted: 'A spot came free',
  cancelled: BOOKING_CANCELED,
};

interface BookedMomentProps {
  moment: Moment;
  /** The lesson of the dialog. */
  lesson: FamilyLesson;
  user: Booker['user'];
  now: number;
  /** What has to be done to keep the spot. */
  children: ReactNode;
}

export function BookedMoment({ moment, lesson, user, now, children }: BookedMomentProps) {
  const { kind, lessons, student } = moment;
  const name = shortNames(user.students).get(student.id) ?? student.Student_Name;
  const inWords = user.role === 'student' ? 'You are booked' : `${name} is booked`;
  const isOne = lessons.length === 1;
  const isCancelled = kind === 'cancelled';
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone, and a second Enter must not undo the booking. A promotion comes by
  // itself: it is announced without taking the focus from what somebody is doing.
  useEffect(() => {
    if (kind !== 'promoted') heading.current?.focus();
  }, [kind]);
  return (
    <Notice
      as="section"
      tone={isCancelled ? 'plain' : 'positive'}
      layout="panel"
      role={kind === 'promoted' ? 'status' : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3"
    >
      <LessonSign
        state={isCancelled ? 'full' : 'booked'}
        className={`mt-0.5 size-6 ${isCancelled ? 'text-pencil' : 'text-positive'}`}
      />
      <div className="grid gap-1.5">
        <h3 ref={heading} tabIndex={-1} className="wrap-anywhere">
          <span className={isCancelled ? 'text-heading' : 'font-sans text-sm font-bold'}>
            {titles[kind]}
          </span>{' '}
          {!isCancelled && (
            <span className="block text-heading">
              {isOne ? inWords : `${inWords} for ${lessonCount(lessons.length)}`}
            </span>
          )}
        </h3>
        {children}
        {/* The dialog's title already shows the time of a single lesson. */}
        {!isOne && (
          <ul className="grid grid-cols-2 gap-x-4">
            {lessons.map(({ id, Date: date }) => (
              <li key={id}>{formatDate(date, 'short')}</li>
            ))}
          </ul>
        )}
        {kind === 'promoted' && user.role === 'parent' && (
          <p>{unbroken(promotionTerms(user.role, { lesson, student }, now))}</p>
        )}
        <p>
          {isCancelled
            ? cancelledWords(user, { lesson: lessons[0] ?? lesson, student })
            : reminderWords(lessons, user.reminder_hours, now)}
        </p>
        {!isCancelled && (
          <div className="mt-1.5 empty:hidden">
            <CalendarButton variant="secondary" lessons={isOne ? [lesson] : lessons} />
          </div>
        )}
      </div>
    </Notice>
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
