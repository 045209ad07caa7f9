// <LessonChips>: the lessons of a day by their times; a tap shows one.
import { type AdminBooking, proposeAbsent } from '../../../domain/lessons/booking.ts';
import { type AdminLesson, hasEnded } from '../../../domain/lessons/lesson.ts';
import { shortTime } from '../../../domain/time.ts';

interface LessonChipsProps {
  readonly lessons: readonly AdminLesson[];
  readonly bookings: readonly AdminBooking[];
  /** The id of the lesson that is shown. */
  readonly shown: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onChoose: (id: string) => void;
}

export function LessonChips({ lessons, bookings, shown, now, onChoose }: LessonChipsProps) {
  return (
    <ul aria-label="Lessons of the day" className="flex flex-wrap gap-2">
      {lessons.map((lesson) => {
        const { id, Time: time, Lesson_Name: lessonName } = lesson;
        const missing = proposeAbsent(
          bookings.filter(({ Lesson_ID: lessonId }) => lessonId === id),
          now,
        ).length;
        return (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === shown}
              className="figures flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-rule bg-sheet px-4 font-bold hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
              onClick={() => onChoose(id)}
            >
              <span className={hasEnded(lesson, now) && missing === 0 ? 'opacity-75' : ''}>
                {shortTime(time)}
              </span>
              <span className="sr-only">{lessonName}</span>
              {missing > 0 && (
                <span className="rounded-sm bg-caution-wash px-1.5 text-sm text-caution">
                  {missing}
                  <span className="sr-only"> did not come</span>
                </span>
              )}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
