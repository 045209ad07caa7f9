// <LessonButton>: a lesson in the calendar; a click opens its details.
import {
  lessonState,
  type LessonState,
  type FamilyLesson,
} from '../../../../domain/lessons/lesson.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import type { Booker } from '../booker.ts';
import { LessonMark } from '../lesson-mark.tsx';

const looks: Record<LessonState, string> = {
  available: 'border-rule border-l-4 border-l-signal bg-sheet hover:border-signal hover:bg-wash',
  now: 'border-signal border-l-4 bg-wash hover:bg-sheet',
  booked: 'border-positive border-l-4 bg-positive-wash hover:bg-sheet',
  // The padding makes up for the wider edge of the others, so that all texts align.
  full: 'border-dashed border-rule bg-paper pl-[0.8125rem] hover:border-ink',
  past: 'border-line bg-transparent pl-[0.8125rem] text-pencil hover:border-rule',
};

interface LessonButtonProps {
  readonly lesson: FamilyLesson;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly user: Booker['user'] | undefined;
  readonly onOpen: () => void;
}

export function LessonButton({ lesson, now, user, onOpen }: LessonButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`grid w-full cursor-pointer gap-1 rounded-md border p-2.5 text-left transition-colors duration-150 ${looks[lessonState(lesson, now)]}`}
      onClick={onOpen}
    >
      <span className="figures font-display text-xl leading-none font-semibold">
        <span className="sr-only">{formatDate(lesson.Date, 'short')}, </span>
        {shortTime(lesson.Time)}
      </span>{' '}
      <span className="min-w-0 leading-snug font-bold">{lesson.Lesson_Name}</span>{' '}
      <LessonMark lesson={lesson} now={now} user={user} />
    </button>
  );
}
