// /admin-planner: the week's lessons, to create, edit, delete and copy.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import type { Business } from '../../../domain/business.ts';
import type { PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../domain/paths.ts';
import { mondayOf, ukDate } from '../../../domain/time.ts';
import type { TopicSummary } from '../../../domain/topics/topic-list.ts';
import {
  adminLessonsQuery,
  plannedLessonsQuery,
  usePlannedLessons,
} from '../../data/planned-lessons.ts';
import { settingsQuery, useBusinessSettings } from '../../data/settings.ts';
import { topicsQuery, useTopics } from '../../data/tutor.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import type { PageAddress } from '../../navigation/page.ts';
import { mondayIn, useWeek, WeekNav } from '../../navigation/week-nav.tsx';
import { pages } from '../../pages.ts';
import { startQuery } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { Loaded, Skeleton } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';
import type { Wish } from './new-lesson.tsx';
import { PlannerWeek } from './planner-week.tsx';

const NOTHING_TO_DUPLICATE = 'No lessons to duplicate.';

// Lazy: not needed for a first look at the week.
const LessonSheet = lazy(() => import('./lesson-sheet.tsx'));

const NewLesson = lazy(() => import('./new-lesson.tsx'));

const TermDialog = lazy(() => import('./term-dialog.tsx'));

const CopyWeekDialog = lazy(() => import('./copy-week-dialog.tsx'));

type OpenDialog =
  | { readonly kind: 'lesson'; readonly lesson: PlannedLesson }
  | { readonly kind: 'new'; readonly wish: Wish }
  | { readonly kind: 'term' | 'copy' };

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
  const query = useQuery(adminLessonsQuery(week.monday));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const lessons = query.data ?? [];
  const { topicOf } = useTopics(lessons.map(({ Topic_ID: topicId }) => topicId));
  const planned = usePlannedLessons(week.today);
  const business = useBusinessSettings();
  // If they fail to load, the lessons of the week must do.
  const isUnknown = (planned.isPending && planned.failureCount === 0) || business === null;
  return (
    <AdminFrame title={pages[paths.adminPlanner].title}>
      <PlannerHeader
        monday={week.monday}
        waitsFor={isUnknown ? dialog?.kind : undefined}
        isEmpty={query.data?.length === 0}
        onOpen={setDialog}
      />
      {/* Under the reason that the button above it may give. */}
      <div className="max-sm:-mt-6">
        <WeekNav week={week} />
      </div>
      <Loaded query={query} noun="lessons" skeleton={<CalendarSkeleton />} reportsStale>
        {() => (
          <PlannerWeek
            week={week}
            lessons={lessons}
            usual={business?.usual_times ?? []}
            topicOf={topicOf}
            now={now}
            onOpen={(lesson) => setDialog({ kind: 'lesson', lesson })}
            onPlan={(wish) => setDialog({ kind: 'new', wish })}
          />
        )}
      </Loaded>
      <PlannerDialogs
        dialog={dialog}
        monday={week.monday}
        lessons={lessons}
        planned={planned.data}
        business={isUnknown ? null : business}
        topicOf={topicOf}
        now={now}
        onClose={() => setDialog(null)}
      />
    </AdminFrame>
  );
}

interface PlannerHeaderProps {
  monday: string;
  /** The dialog that is asked for and waits for its data. */
  waitsFor: OpenDialog['kind'] | undefined;
  /** Whether the week has no lessons. */
  isEmpty: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

function PlannerHeader({ monday, waitsFor, isEmpty, onOpen }: PlannerHeaderProps) {
  return (
    <PageHeader
      title="Lesson planner"
      actions={
        <>
          <Button
            className="max-sm:w-full"
            aria-haspopup="dialog"
            busy={waitsFor === 'new'}
            onClick={() => onOpen({ kind: 'new', wish: { week: monday } })}
          >
            Create New Lesson
          </Button>
          <div className="flex flex-wrap items-start gap-3 max-sm:w-full max-sm:*:grow sm:contents">
            <Button
              variant="secondary"
              className="max-sm:px-3"
              aria-haspopup="dialog"
              busy={waitsFor === 'term'}
              onClick={() => onOpen({ kind: 'term' })}
            >
              Plan a term
            </Button>
            <SteadyButton
              variant="secondary"
              className="max-sm:px-3"
              disabledReason={isEmpty ? NOTHING_TO_DUPLICATE : null}
              reservedReason={NOTHING_TO_DUPLICATE}
              onClick={() => onOpen({ kind: 'copy' })}
            >
              Duplicate week
            </SteadyButton>
          </div>
        </>
      }
    />
  );
}

interface PlannerDialogsProps {
  dialog: OpenDialog | null;
  monday: string;
  /** Those of the week. */
  lessons: readonly PlannedLesson[];
  /** Upcoming lessons and recent ones; undefined if they failed to load. */
  planned: readonly PlannedLesson[] | undefined;
  /** Null until it has loaded, with the planned lessons. */
  business: Business | null;
  topicOf: (id: string | null) => TopicSummary | undefined;
  now: number;
  onClose: () => void;
}

function PlannerDialogs({
  dialog,
  monday,
  lessons,
  planned,
  business,
  topicOf,
  now,
  onClose,
}: PlannerDialogsProps) {
  const navigate = useNavigate();
  const showWeekOf = (date: string) => {
    onClose();
    if (mondayOf(date) !== monday) void navigate(weekPath(paths.adminPlanner, mondayOf(date)));
  };
  // The lesson of the list is shown, because the dialog changes it.
  const lesson =
    dialog?.kind === 'lesson'
      ? (lessons.find(({ id }) => id === dialog.lesson.id) ?? dialog.lesson)
      : null;
  const known = [...(planned ?? []), ...lessons];
  const ways = { now, onClose, onSaved: showWeekOf };
  return (
    <Suspense>
      {lesson !== null && (
        <LessonSheet
          key={lesson.id}
          lesson={lesson}
          topic={topicOf(lesson.Topic_ID)}
          planned={planned ?? lessons}
          {...ways}
        />
      )}
      {dialog?.kind === 'new' && business !== null && (
        <NewLesson wish={dialog.wish} planned={known} business={business} {...ways} />
      )}
      {dialog?.kind === 'term' && business !== null && (
        <TermDialog week={monday} planned={known} business={business} {...ways} />
      )}
      {dialog?.kind === 'copy' && (
        <CopyWeekDialog
          monday={monday}
          count={lessons.length}
          onClose={onClose}
          onSaved={showWeekOf}
        />
      )}
    </Suspense>
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
