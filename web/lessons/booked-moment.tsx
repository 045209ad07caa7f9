// <BookedMoment>: says that a student is in, when, and what comes next.
import { REMINDER_HOURS } from '../../domain/limits.ts';
import { lessonCount, type FamilyLesson } from '../../domain/lesson.ts';
import { formatDate } from '../../domain/time.ts';
import { type Booker, shortNames } from './booker.ts';
import { CalendarButton } from './calendar-button.tsx';
import type { Moment } from './moment.ts';

const HOUR_MS = 3_600_000;

interface BookedMomentProps {
  readonly moment: Moment;
  /** The lesson whose dialog it is. */
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
  return (
    <section className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-md border border-positive bg-positive-wash p-4">
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        className="mt-0.5 size-6 text-positive"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="m3 8.5 3.5 3.5L13 4.5" />
      </svg>
      <div className="grid gap-1.5">
        <h3 className="text-heading [overflow-wrap:anywhere]">
          {isOne ? isIn : `${isIn} for ${lessonCount(lessons.length)}`}
        </h3>
        {/* One lesson's time stands in the title of the dialog. */}
        {!isOne && (
          <ul className="columns-2 gap-x-4">
            {lessons.map(({ id, Date: date }) => (
              <li key={id}>{formatDate(date, 'short')}</li>
            ))}
          </ul>
        )}
        <p>{reminderWords(lessons, now)}</p>
        <div className="mt-1.5 empty:hidden">
          <CalendarButton variant="secondary" lessons={isOne ? [lesson] : lessons} />
        </div>
      </div>
    </section>
  );
}

/** A reminder is emailed so many hours before each lesson, or together with the confirmation where fewer are left. */
function reminderWords([first, ...others]: readonly FamilyLesson[], now: number): string {
  if (first === undefined) return '';
  if (others.length > 0) return 'A reminder comes by email the day before each of them.';
  return Date.parse(first.starts_at) - now > REMINDER_HOURS * HOUR_MS
    ? 'A reminder comes by email the day before.'
    : 'The details and a reminder come by email now.';
}
