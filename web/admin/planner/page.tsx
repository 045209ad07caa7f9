// /admin-planner: the week's lessons, to create, edit, delete and copy.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';

import type { UsualTime } from '../../../domain/business.ts';
import { suggestedTimes } from '../../../domain/lessons/lesson-plan.ts';
import type { PlannedLesson, AdminLesson } from '../../../domain/lessons/lesson.ts';
import { paths, weekPath } from '../../../domain/paths.ts';
import { mondayOf, ukDate, formatDate, shortTime, weekday } from '../../../domain/time.ts';
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
import { WeekCalendar } from '../../ui/dates/week-calendar.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { Loaded, Skeleton } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SteadyButton } from '../../ui/steady-button.tsx';
import { useEarlierLessons } from './earlier-lessons.tsx';
import { LessonItem } from './lesson-item.tsx';
import type { Wish } from './new-lesson.tsx';

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
  const navigate = useNavigate();
  const query = useQuery(adminLessonsQuery(week.monday));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const lessons = query.data ?? [];
  const visibleWeek = useEarlierLessons({ week, lessons }, now);
  const { topicOf } = useTopics(lessons.map(({ Topic_ID: topicId }) => topicId));
  const planned = usePlannedLessons(week.today);
  const business = useBusinessSettings();
  // If they fail to load, the lessons of the week must do.
  const isUnknown = (planned.isPending && planned.failureCount === 0) || business === null;
  // The lesson of the list is shown, because the dialog changes it.
  const visible =
    dialog?.kind === 'lesson'
      ? (lessons.find(({ id }) => id === dialog.lesson.id) ?? dialog.lesson)
      : null;

  const showWeekOf = (date: string) => {
    close();
    if (mondayOf(date) !== week.monday) void navigate(weekPath(paths.adminPlanner, mondayOf(date)));
  };

  return (
    <AdminFrame title={pages[paths.adminPlanner].title}>
      <PageHeader
        title="Lesson planner"
        actions={
          <>
            <Button
              className="max-sm:w-full"
              aria-haspopup="dialog"
              busy={dialog?.kind === 'new' && isUnknown}
              onClick={() => setDialog({ kind: 'new', wish: { week: week.monday } })}
            >
              Create New Lesson
            </Button>
            <div className="flex flex-wrap items-start gap-3 max-sm:w-full max-sm:*:grow sm:contents">
              <Button
                variant="secondary"
                className="max-sm:px-3"
                aria-haspopup="dialog"
                busy={dialog?.kind === 'term' && isUnknown}
                onClick={() => setDialog({ kind: 'term' })}
              >
                Plan a term
              </Button>
              <SteadyButton
                variant="secondary"
                className="max-sm:px-3"
                disabledReason={query.data?.length === 0 ? NOTHING_TO_DUPLICATE : null}
                reservedReason={NOTHING_TO_DUPLICATE}
                onClick={() => setDialog({ kind: 'copy' })}
              >
                Duplicate week
              </SteadyButton>
            </div>
          </>
        }
      />
      {/* Under the reason that the button above it may give. */}
      <div className="max-sm:-mt-6">
        <WeekNav week={week} />
      </div>
      <Loaded query={query} noun="lessons" skeleton={<CalendarSkeleton />} reportsStale>
        {() => (
          <>
            {visibleWeek.fold}
            <WeekCalendar
              week={visibleWeek.week}
              label="Lessons"
              items={visibleWeek.lessons}
              keyOf={({ id }) => id}
              dateOf={(lesson) => lesson.Date}
              renderItem={(lesson) => (
                <LessonItem
                  lesson={lesson}
                  lessons={lessons}
                  now={now}
                  topic={topicOf(lesson.Topic_ID)}
                  onOpen={(opened) => setDialog({ kind: 'lesson', lesson: opened })}
                />
              )}
              emptyDays={(dates) =>
                dates.some((date) => lessons.some((one) => one.Date === date))
                  ? 'no more lessons'
                  : 'no lessons'
              }
              // A day on which lessons usually are.
              hasOwnColumn={(date) =>
                business?.usual_times.some((usual) => usual.weekday === weekday(date)) === true
              }
              renderFold={(dates) => (
                <FoldFoot
                  dates={dates}
                  now={now}
                  onPlan={(date) => setDialog({ kind: 'new', wish: { Date: date } })}
                />
              )}
              renderDayFoot={(date, here) => (
                <DayFoot
                  date={date}
                  lessons={here}
                  usual={business?.usual_times ?? []}
                  now={now}
                  onPlan={(wish) => setDialog({ kind: 'new', wish })}
                />
              )}
            />
          </>
        )}
      </Loaded>
      <Suspense>
        {visible !== null && (
          <LessonSheet
            key={visible.id}
            lesson={visible}
            topic={topicOf(visible.Topic_ID)}
            planned={planned.data ?? lessons}
            now={now}
            onClose={close}
            onSaved={showWeekOf}
          />
        )}
        {dialog?.kind === 'new' && !isUnknown && (
          <NewLesson
            wish={dialog.wish}
            planned={[...(planned.data ?? []), ...lessons]}
            business={business}
            now={now}
            onClose={close}
            onSaved={showWeekOf}
          />
        )}
        {dialog?.kind === 'term' && !isUnknown && (
          <TermDialog
            week={week.monday}
            planned={[...(planned.data ?? []), ...lessons]}
            business={business}
            now={now}
            onClose={close}
            onSaved={showWeekOf}
          />
        )}
        {dialog?.kind === 'copy' && (
          <CopyWeekDialog
            monday={week.monday}
            count={lessons.length}
            onClose={close}
            onSaved={showWeekOf}
          />
        )}
      </Suspense>
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

interface DayFootProps {
  date: string;
  /** The lessons of this day. */
  lessons: readonly AdminLesson[];
  usual: readonly UsualTime[];
  now: number;
  onPlan: (wish: Wish) => void;
}

interface FoldFootProps extends Pick<DayFootProps, 'now'> {
  dates: readonly string[];
  onPlan: (date: string) => void;
}

/** <FoldFoot>: the button that plans a lesson on the first of some days without lessons. */
function FoldFoot({ dates, now, onPlan }: FoldFootProps) {
  const today = ukDate(now);
  const first = dates.find((date) => date >= today);
  if (first === undefined) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${button} border-rule text-note leading-tight text-pencil max-md:min-w-16 md:mt-3 md:w-full md:px-0.5!`}
      onClick={() => onPlan(first)}
    >
      <span className="sr-only">Plan a lesson on {formatDate(first, 'long')} or another day</span>
      <span aria-hidden="true">
        +<span className="md:hidden"> Lesson</span>
      </span>
    </button>
  );
}

/** 'Sat 5'. */
const shortDay = (date: string) => formatDate(date, 'short').split(' ').slice(0, 2).join(' ');

const button =
  'min-h-11 cursor-pointer rounded-md border border-dashed px-2 hover:border-solid hover:border-signal hover:bg-wash hover:text-signal';

/**
 * <DayFoot>: the buttons that plan a lesson on a day of the planner: the free usual times, and any
 * other time.
 */
function DayFoot({ date, lessons, usual, now, onPlan }: DayFootProps) {
  // Nothing is planned for a day that is over; the dialog of a new lesson still takes its date.
  if (date < ukDate(now)) return null;
  const day = formatDate(date, 'long');
  const times = suggestedTimes(date, { lessons, usual, now });
  return (
    <div className="flex flex-wrap gap-2 md:flex-1 md:flex-col">
      {times.map((time) => (
        <button
          key={time}
          type="button"
          aria-haspopup="dialog"
          className={`${button} figures border-rule font-bold max-md:flex-1`}
          onClick={() => onPlan({ Date: date, Time: time })}
        >
          <span className="sr-only">Plan a lesson at </span>
          <span aria-hidden="true">+ </span>
          {shortTime(time)}
          <span className="sr-only"> on {day}</span>
        </button>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${button} border-rule text-note text-pencil flex-1 md:flex-none`}
        onClick={() => onPlan({ Date: date })}
      >
        <span className="sr-only">Plan a lesson on {day}</span>
        <span aria-hidden="true">+ {shortDay(date)}</span>
      </button>
    </div>
  );
}
