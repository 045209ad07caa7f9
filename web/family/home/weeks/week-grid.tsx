// <WeekGrid>: one week of lessons as a calendar, with the way to other weeks.
import { useRef, useState } from 'react';

import {
  type FamilyLesson,
  hasEnded,
  lessonState,
  type LessonState,
} from '../../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../../domain/paths.ts';
import { formatDate, mondayOf, shortTime } from '../../../../domain/time.ts';
import type { CourseChoice } from '../../../data/remembered.ts';
import { WeekCalendar, type Week } from '../../../ui/dates/week-calendar.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { Booker } from '../booker.ts';
import { noLessons } from '../course-filter.tsx';
import { LessonMark } from '../lesson-mark.tsx';
import { leadsOn, LessonActions } from './agenda-row.tsx';
import { EarlierButton } from './earlier-lessons.tsx';
import { splitWeek } from './split-week.ts';

interface WeekGridProps {
  week: Week;
  /** The lessons of the week and the course, sorted by start. */
  lessons: readonly FamilyLesson[];
  /** The first lesson after this week. */
  next: FamilyLesson | undefined;
  choice: CourseChoice;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  onOpen: (lesson: FamilyLesson) => void;
}

export default function WeekGrid({
  week,
  lessons,
  next,
  choice,
  booker,
  now,
  onOpen,
}: WeekGridProps) {
  const [isEarlierShown, setEarlierShown] = useState(false);
  const { ahead, over } = splitWeek(week, lessons, now);
  // What is over takes no space from what is ahead.
  const items = isEarlierShown ? lessons : ahead;
  const isOnDay = (date: string) => (lesson: FamilyLesson) => lesson.Date === date;
  const dates = week.dates.filter(
    (date) => !week.isThisWeek || date >= week.today || items.some(isOnDay(date)),
  );
  return (
    <>
      {lessons.length === 0 && <EmptyWeek week={week} choice={choice} next={next} />}
      {items.length > 0 && (
        <WeekCalendar
          week={{ ...week, dates }}
          label="Lessons by day"
          items={items}
          keyOf={({ id }) => id}
          dateOf={(lesson) => lesson.Date}
          emptyDays={([date = '']) =>
            wordsForOver(lessons.filter(isOnDay(date)), now) ?? noLessons(choice)
          }
          renderItem={(lesson) => (
            <LessonCard lesson={lesson} now={now} booker={booker} onOpen={() => onOpen(lesson)} />
          )}
        />
      )}
      {over.length > 0 && <EarlierButton isOpen={isEarlierShown} onToggle={setEarlierShown} />}
    </>
  );
}

/** What a day says whose lessons are not shown any more; null if it had none. */
function wordsForOver(lessons: readonly FamilyLesson[], now: number): string | null {
  if (lessons.length === 0) return null;
  return lessons.every((lesson) => hasEnded(lesson, now)) ? 'lessons over' : 'lesson under way';
}

function EmptyWeek({ week, choice, next }: Pick<WeekGridProps, 'week' | 'choice' | 'next'>) {
  const what = noLessons(choice);
  const sentence =
    week.monday < week.thisMonday
      ? `There were ${what} that week.`
      : `${what.replace(/^n/, 'N')} are planned for this week yet.`;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-l-4 border-rule pl-4">
      <p className="text-pencil">
        {sentence}
        {next === undefined && ' Look at another week with the arrows.'}
      </p>
      {next !== undefined && (
        <LinkButton variant="secondary" href={weekPath(paths.familyHome, mondayOf(next.Date))}>
          Next lessons: {formatDate(next.Date, 'short')}
        </LinkButton>
      )}
    </div>
  );
}

const looks: Record<LessonState, string> = {
  available: 'border-rule border-l-4 border-l-signal bg-sheet hover:border-signal hover:bg-wash',
  now: 'border-signal border-l-4 bg-wash hover:bg-sheet',
  booked: 'border-positive border-l-4 bg-positive-wash hover:bg-sheet',
  // The padding makes up for the wider edge of the others, so that all texts align.
  full: 'border-dashed border-rule bg-paper pl-[3px] hover:border-ink',
  past: 'border-line bg-transparent pl-[3px] text-pencil hover:border-rule',
};

interface LessonCardProps {
  lesson: FamilyLesson;
  now: number;
  /** Undefined while loading. */
  booker: Booker | undefined;
  onOpen: () => void;
}

/** <LessonCard>: a lesson in the calendar; a click opens its details, and one on Book books it. */
function LessonCard({ lesson, now, booker, onOpen }: LessonCardProps) {
  const main = useRef<HTMLButtonElement>(null);
  return (
    <div
      className={`flex h-full max-w-110 flex-col rounded-md border transition-colors duration-150 ${looks[lessonState(lesson, now)]}`}
    >
      <button
        ref={main}
        type="button"
        aria-haspopup="dialog"
        className={`grid w-full flex-1 cursor-pointer content-start gap-1 p-2.5 text-left ${lesson.isBooked ? `relative ${leadsOn} after:absolute after:top-4 after:right-2.5` : ''}`}
        onClick={onOpen}
      >
        <span className="figures font-display text-xl leading-none font-semibold">
          <span className="sr-only">{formatDate(lesson.Date, 'short')}, </span>
          {shortTime(lesson.Time)}
        </span>{' '}
        <span className="min-w-0 leading-snug font-bold">{lesson.Lesson_Name}</span>{' '}
        <LessonMark lesson={lesson} now={now} user={booker?.user} isShort />
      </button>
      <div className="flex flex-wrap gap-2 px-2.5 pb-2.5 empty:hidden">
        <LessonActions
          lesson={lesson}
          booker={booker}
          now={now}
          onOpen={onOpen}
          leave={() => main.current?.focus({ preventScroll: true })}
        />
      </div>
    </div>
  );
}
