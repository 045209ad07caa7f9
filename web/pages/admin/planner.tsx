// /admin-planner: the week's lessons, to create, edit, delete and copy.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import type { PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../domain/paths.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import { DayFoot } from '../../admin/planner/day-foot.tsx';
import { LessonItem } from '../../admin/planner/lesson-item.tsx';
import type { Wish } from '../../admin/planner/new-lesson.tsx';
import {
  adminLessonsQuery,
  plannedLessonsQuery,
  usePlannedLessons,
} from '../../api/lessons/planned-lessons.ts';
import { topicsQuery, useTopics } from '../../api/topics/topics.ts';
import { startQuery } from '../../api/transport/query-client.ts';
import { settingsQuery, useBusinessSettings } from '../../api/tutor/settings.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { mondayIn, useWeek, WeekNav } from '../../navigation/week-nav.tsx';
import { Button } from '../../ui/button.tsx';
import { WeekCalendar } from '../../ui/dates/week-calendar.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';
import { type PageAddress, pages } from '../pages.ts';

const NOTHING_TO_DUPLICATE = 'No lessons to duplicate.';

// Lazy: not needed for a first look at the week.
const LessonSheet = lazy(() => import('../../admin/planner/lesson-sheet.tsx'));
const NewLesson = lazy(() => import('../../admin/planner/new-lesson.tsx'));
const TermDialog = lazy(() => import('../../admin/planner/term-dialog.tsx'));
const CopyWeekDialog = lazy(() => import('../../admin/planner/copy-week-dialog.tsx'));

/** The subject of a dialog: a lesson, or the time wanted for a new one. */
type Subject = PlannedLesson | Wish;

export function start({ search }: PageAddress): void {
  const monday = mondayIn(search, ukDate(Date.now()));
  startQuery(adminLessonsQuery(monday));
  startQuery(plannedLessonsQuery);
  startQuery(topicsQuery(false));
  startQuery(settingsQuery);
}

export default function AdminPlanner() {
  const week = useWeek();
  const now = useNow();
  const navigate = useNavigate();
  const query = useQuery(adminLessonsQuery(week.monday));
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isCopying, setCopying] = useState(false);
  const [isTerm, setTerm] = useState(false);
  const lessons = query.data ?? [];
  const { topicOf } = useTopics(lessons.map(({ Topic_ID: topicId }) => topicId));
  const planned = usePlannedLessons(week.today);
  const business = useBusinessSettings();
  // If they fail to load, the lessons of the week must do.
  const isUnknown = (planned.isPending && planned.failureCount === 0) || business === null;
  const isWaiting = subject !== null && !('id' in subject) && isUnknown;
  // The lesson of the list is shown, because the dialog changes it.
  const shown =
    subject !== null && 'id' in subject
      ? (lessons.find(({ id }) => id === subject.id) ?? subject)
      : null;

  const showWeekOf = (date: string) => {
    setSubject(null);
    setCopying(false);
    setTerm(false);
    if (mondayOf(date) !== week.monday) void navigate(weekPath(paths.adminPlanner, mondayOf(date)));
  };

  return (
    <AdminFrame title={pages[paths.adminPlanner].title}>
      <PageHeader
        title="Lesson planner"
        actions={
          <>
            <Button
              aria-haspopup="dialog"
              busy={isWaiting}
              onClick={() => setSubject({ week: week.monday })}
            >
              Create New Lesson
            </Button>
            <Button
              variant="secondary"
              aria-haspopup="dialog"
              busy={isTerm && isUnknown}
              onClick={() => setTerm(true)}
            >
              Plan a term
            </Button>
            <SteadyButton
              variant="secondary"
              disabledReason={query.data?.length === 0 ? NOTHING_TO_DUPLICATE : null}
              reservedReason={NOTHING_TO_DUPLICATE}
              onClick={() => setCopying(true)}
            >
              Duplicate week
            </SteadyButton>
          </>
        }
      />
      <WeekNav week={week} />
      <Loaded
        query={query}
        label="Loading lessons"
        skeleton={<CalendarSkeleton />}
        failure="Failed to load lessons"
        reportsStale
      >
        {() => (
          <WeekCalendar
            week={week}
            label="Lessons"
            items={lessons}
            keyOf={({ id }) => id}
            dateOf={(lesson) => lesson.Date}
            renderItem={(lesson) => (
              <LessonItem
                lesson={lesson}
                lessons={lessons}
                now={now}
                topic={topicOf(lesson.Topic_ID)}
                onOpen={setSubject}
              />
            )}
            renderEmptyDay={() => null}
            renderDayFoot={(date, here) => (
              <DayFoot
                date={date}
                lessons={here}
                usual={business?.usual_times ?? []}
                now={now}
                onPlan={setSubject}
              />
            )}
          />
        )}
      </Loaded>
      {shown !== null && (
        <Suspense>
          <LessonSheet
            key={shown.id}
            lesson={shown}
            topic={topicOf(shown.Topic_ID)}
            planned={planned.data ?? lessons}
            now={now}
            onClose={() => setSubject(null)}
            onSaved={showWeekOf}
          />
        </Suspense>
      )}
      {subject !== null && !('id' in subject) && !isUnknown && (
        <Suspense>
          <NewLesson
            wish={subject}
            planned={[...(planned.data ?? []), ...lessons]}
            business={business}
            now={now}
            onClose={() => setSubject(null)}
            onSaved={showWeekOf}
          />
        </Suspense>
      )}
      {isTerm && !isUnknown && (
        <Suspense>
          <TermDialog
            week={week.monday}
            planned={[...(planned.data ?? []), ...lessons]}
            business={business}
            now={now}
            onClose={() => setTerm(false)}
            onSaved={showWeekOf}
          />
        </Suspense>
      )}
      {isCopying && (
        <Suspense>
          <CopyWeekDialog
            monday={week.monday}
            count={lessons.length}
            onClose={() => setCopying(false)}
            onSaved={showWeekOf}
          />
        </Suspense>
      )}
    </AdminFrame>
  );
}

function CalendarSkeleton() {
  return (
    <output>
      <span className="sr-only">Loading lessons</span>
      <Skeleton className="h-96 w-full md:h-56" />
    </output>
  );
}
