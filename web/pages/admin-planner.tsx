// /admin-planner: the week's lessons, to create, edit, delete and duplicate.
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { suggestedTimes } from '../../domain/lesson-plan.ts';
import type { AdminLesson } from '../../domain/lesson.ts';
import { LESSON_TIMES, LESSON_WEEKDAYS } from '../../domain/limits.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { addDays, mondayOf } from '../../domain/time.ts';
import { CopyWeekDialog } from '../admin/copy-week-dialog.tsx';
import { DayFoot } from '../admin/day-foot.tsx';
import { LessonDialog } from '../admin/lesson-dialog.tsx';
import { LessonItem } from '../admin/lesson-item.tsx';
import { useAdminLessons } from '../api/admin-queries.ts';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { FailedState } from '../ui/states.tsx';
import { useNow } from '../ui/use-now.ts';
import { WeekCalendar } from '../ui/week-calendar.tsx';
import { useWeek, WeekNav } from '../ui/week-nav.tsx';
import { AdminFrame } from './admin-frame.tsx';

type Subject = AdminLesson | { readonly Date: string; readonly Time: string };

export default function AdminPlanner() {
  const week = useWeek();
  const now = useNow();
  const navigate = useNavigate();
  const query = useAdminLessons(week.monday);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isCopying, setCopying] = useState(false);
  const lessons = query.data ?? [];

  const showWeekOf = (date: string) => {
    setSubject(null);
    setCopying(false);
    if (mondayOf(date) !== week.monday) void navigate(weekPath(paths.adminPlanner, mondayOf(date)));
  };

  return (
    <AdminFrame title="Planner">
      <PageHeader
        title="Lesson planner"
        actions={
          <>
            <Button
              variant="secondary"
              disabledReason={query.data?.length === 0 ? 'This week has no lessons to duplicate.' : null}
              onClick={() => setCopying(true)}
            >
              Duplicate Week
            </Button>
            <Button aria-haspopup="dialog" onClick={() => setSubject(nextSlot(week.monday, lessons, now))}>
              Create New Lesson
            </Button>
          </>
        }
      />
      <WeekNav week={week} />
      {query.isPending && <CalendarSkeleton />}
      {query.isError && (
        <FailedState title="Failed to load lessons" onRetry={query.refetch} busy={query.isFetching} />
      )}
      {query.data !== undefined && (
        <WeekCalendar
          week={week}
          label="Lessons"
          items={query.data}
          keyOf={({ id }) => id}
          dateOf={(lesson) => lesson.Date}
          renderItem={(lesson) => (
            <LessonItem lesson={lesson} lessons={lessons} now={now} onOpen={setSubject} />
          )}
          renderEmptyDay={() => null}
          renderDayFoot={(date, here) => (
            <DayFoot
              date={date}
              lessons={here}
              now={now}
              onPlan={(day, time) => setSubject({ Date: day, Time: time })}
            />
          )}
        />
      )}
      {subject !== null && (
        <LessonDialog
          key={'id' in subject ? subject.id : 'new'}
          subject={subject}
          onClose={() => setSubject(null)}
          onSaved={showWeekOf}
        />
      )}
      {isCopying && (
        <CopyWeekDialog
          monday={week.monday}
          count={lessons.length}
          onClose={() => setCopying(false)}
          onSaved={showWeekOf}
        />
      )}
    </AdminFrame>
  );
}

/** The first of the week's usual times that is ahead and free; the first of all when none is. */
function nextSlot(monday: string, lessons: readonly AdminLesson[], now: number): Subject {
  const dates = LESSON_WEEKDAYS.map((day) => addDays(monday, day - 1));
  for (const date of dates) {
    const [free] = suggestedTimes(date, lessons, now);
    if (free !== undefined) return { Date: date, Time: free };
  }
  return { Date: addDays(monday, LESSON_WEEKDAYS[0] - 1), Time: LESSON_TIMES[0] };
}

function CalendarSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading lessons</span>
      <Skeleton className="h-96 w-full md:h-56" />
    </output>
  );
}
