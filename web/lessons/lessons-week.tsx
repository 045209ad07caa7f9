// <LessonsWeek>: the weekly calendar of lessons, with its dialog.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import type { FamilyUser } from '../../domain/account.ts';
import { type Course, courseOf } from '../../domain/course.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { accountCalendarPath, paths, weekPath } from '../../domain/paths.ts';
import { formatDate, mondayOf } from '../../domain/time.ts';
import type { CourseChoice } from '../api/course-choice.ts';
import { describeFailure } from '../api/transport/query-client.ts';
import { useLiveLessons } from '../api/live-lessons.ts';
import { LOADING_LESSONS, lessonsQuery } from '../api/lessons.ts';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { showToast } from '../ui/toast.ts';
import type { LessonDialogParam } from '../navigation/use-lesson-dialog.ts';
import { useNow } from '../ui/use-now.ts';
import { WeekCalendar, type Week } from '../ui/week-calendar.tsx';
import { useWeek, WeekNav } from '../navigation/week-nav.tsx';
import type { Booker } from './booker.ts';
import { CourseFilter, isShown, noLessons } from './course-filter.tsx';
import { LessonButton } from './lesson-button.tsx';
import { LessonDialog } from './lesson-dialog.tsx';
import type { Moment } from './booked-moment.tsx';

interface LessonsWeekProps {
  /** The lessons of the next weeks, sorted by start; undefined while loading. */
  readonly ahead: readonly FamilyLesson[] | undefined;
  readonly choice: CourseChoice;
  readonly onChoose: (choice: CourseChoice) => void;
  /** Undefined while loading. */
  readonly booker: Booker | undefined;
  readonly dialog: LessonDialogParam;
  readonly onBuy: () => void;
}

export function LessonsWeek({ ahead, choice, onChoose, booker, dialog, onBuy }: LessonsWeekProps) {
  const week = useWeek();
  const now = useNow();
  const lessons = useQuery(lessonsQuery(week.monday));
  useLiveLessons();
  const [moment, setMoment] = useState<Moment | null>(null);
  // The confirmation is over once its dialog closes.
  if (moment !== null && dialog.value === null) setMoment(null);
  const chosen = lessons.data?.find(({ id }) => id === dialog.value);
  useVanished(lessons.data, chosen, dialog, booker?.user.role);
  return (
    <section aria-label="Weekly lessons" className="grid gap-5">
      <WeekNav week={week} />
      {needsFilter(ahead, choice) && <CourseFilter choice={choice} onChoose={onChoose} />}
      <Loaded
        query={lessons}
        label="Loading lessons"
        rows={3}
        rowClassName="h-24 w-full"
        failure={LOADING_LESSONS.title}
        explain={(error) => describeFailure(error, LOADING_LESSONS).description}
      >
        {(ofWeek) => {
          const shown = ofWeek.filter((lesson) => isShown(lesson, choice));
          return (
            <>
              {shown.length === 0 && (
                <EmptyWeek
                  week={week}
                  choice={choice}
                  next={ahead?.find(
                    (lesson) => lesson.Date >= week.next && isShown(lesson, choice),
                  )}
                />
              )}
              {(shown.length > 0 || week.isThisWeek) && (
                <WeekCalendar
                  week={week}
                  label="Lessons by day"
                  items={shown}
                  keyOf={({ id }) => id}
                  dateOf={(lesson) => lesson.Date}
                  emptyDays={noLessons(choice)}
                  renderItem={(lesson) => (
                    <LessonButton
                      lesson={lesson}
                      now={now}
                      user={booker?.user}
                      onOpen={() => dialog.open(lesson.id)}
                    />
                  )}
                />
              )}
            </>
          );
        }}
      </Loaded>
      <p>
        <TextLink href={accountCalendarPath()} className="font-normal">
          See your lessons in your own calendar
        </TextLink>
      </p>
      {chosen !== undefined && (
        <LessonDialog
          key={chosen.id}
          lesson={chosen}
          booker={booker}
          now={now}
          dialog={dialog}
          moment={moment?.lessonId === chosen.id ? moment : null}
          onMoment={setMoment}
          onBuy={onBuy}
        />
      )}
    </section>
  );
}

interface EmptyWeekProps {
  readonly week: Week;
  readonly choice: CourseChoice;
  /** The first lesson after this week. */
  readonly next: FamilyLesson | undefined;
}

function EmptyWeek({ week, choice, next }: EmptyWeekProps) {
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
        <LinkButton variant="secondary" href={weekPath(paths.userHome, mondayOf(next.Date))}>
          Next lessons: {formatDate(next.Date, 'short')}
        </LinkButton>
      )}
    </div>
  );
}

/**
 * Shown only if there is something to filter or a filter to reset; while loading, its space is
 * reserved.
 */
function needsFilter(ahead: readonly FamilyLesson[] | undefined, choice: CourseChoice): boolean {
  return ahead === undefined || choice !== 'all' || new Set(ahead.flatMap(courseIn)).size > 1;
}

const courseIn = ({ Lesson_Name }: FamilyLesson): Course[] => {
  const course = courseOf(Lesson_Name);
  return course === null ? [] : [course];
};

/** Shows a message when a lesson is deleted while somebody reads its details. */
function useVanished(
  lessons: readonly FamilyLesson[] | undefined,
  chosen: FamilyLesson | undefined,
  { value, close }: LessonDialogParam,
  role: FamilyUser['role'] | undefined,
): void {
  const shown = useRef<string | null>(null);
  const hasVanished = lessons !== undefined && value !== null && chosen === undefined;
  useEffect(() => {
    if (!hasVanished) {
      shown.current = chosen?.id ?? null;
      return;
    }
    if (shown.current === value) {
      showToast({
        kind: 'info',
        title: 'Lesson Cancelled',
        description:
          role === 'student'
            ? 'This lesson no longer exists.'
            : 'This lesson no longer exists. A credit spent on it comes back to you.',
      });
    }
    shown.current = null;
    close();
  }, [hasVanished, chosen, value, close, role]);
}
