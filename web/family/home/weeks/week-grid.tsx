// <WeekGrid>: one week of lessons as a calendar, with the way to other weeks.
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../../domain/paths.ts';
import { formatDate, mondayOf } from '../../../../domain/time.ts';
import type { CourseChoice } from '../../../data/course-choice.ts';
import { WeekCalendar, type Week } from '../../../ui/dates/week-calendar.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import type { Booker } from '../booker.ts';
import { noLessons } from '../course-filter.tsx';
import { LessonButton } from './lesson-button.tsx';

interface WeekGridProps {
  readonly week: Week;
  /** The lessons of the week and the course, sorted by start. */
  readonly lessons: readonly FamilyLesson[];
  /** The first lesson after this week. */
  readonly next: FamilyLesson | undefined;
  readonly choice: CourseChoice;
  /** Undefined while loading. */
  readonly booker: Booker | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onOpen: (lesson: FamilyLesson) => void;
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
  return (
    <>
      {lessons.length === 0 && <EmptyWeek week={week} choice={choice} next={next} />}
      {(lessons.length > 0 || week.isThisWeek) && (
        <WeekCalendar
          week={week}
          label="Lessons by day"
          items={lessons}
          keyOf={({ id }) => id}
          dateOf={(lesson) => lesson.Date}
          emptyDays={noLessons(choice)}
          renderItem={(lesson) => (
            <LessonButton
              lesson={lesson}
              now={now}
              user={booker?.user}
              onOpen={() => onOpen(lesson)}
            />
          )}
        />
      )}
    </>
  );
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
