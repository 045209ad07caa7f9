// <LessonsView>: the lessons of a family, with their dialog: on a phone an agenda of the weeks
// ahead, otherwise and for other weeks a calendar, with the weeks after it as an agenda below.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type ReactNode } from 'react';

import { type Course, courseOf } from '../../../../domain/course.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { paths } from '../../../../domain/paths.ts';
import type { FamilyUser } from '../../../../domain/people/account.ts';
import {
  isListedAhead,
  LOADING_LESSONS,
  lessonsAheadQuery,
  lessonsQuery,
} from '../../../data/lessons.ts';
import type { CourseChoice } from '../../../data/remembered.ts';
import type { LessonDialogParam } from '../../../navigation/use-dialog-param.ts';
import { useWeek, weekAt, WeekNav } from '../../../navigation/week-nav.tsx';
import { loadFailure } from '../../../transport/query-client.ts';
import type { Week } from '../../../ui/dates/week-calendar.tsx';
import { useFrozen, useNow } from '../../../ui/hooks/hooks.ts';
import { TextLink } from '../../../ui/link-button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { showToast } from '../../../ui/toast.ts';
import type { Booker } from '../booker.ts';
import { CourseFilter, isShown } from '../course-filter.tsx';
import type { Moment } from '../dialog/booked-moment.tsx';
import { AgendaSkeleton, WeekSkeleton } from '../lessons-skeleton.tsx';
import { useLiveLessons } from '../live-lessons.ts';
import { usePromotion } from '../waiting-entries.tsx';
import { Agenda } from './agenda.tsx';
import { EarlierLessons } from './earlier-lessons.tsx';
import { isAhead, splitWeek } from './split-week.ts';

// An upright phone needs no calendar, and the dialog loads before anybody can open it. The agenda
// is small, and would come last on the slowest devices if it were lazy.
const loadGrid = () => import('./week-grid.tsx');
const loadDialog = () => import('../dialog/lesson-dialog.tsx');
const WeekGrid = lazy(loadGrid);
const LessonDialog = lazy(loadDialog);
const PARTS_AFTER_MS = 1500;

/** Whether this week is a part of the agenda; other weeks have a calendar of their own. */
const isInAgenda = ({ monday, thisMonday, today }: Week): boolean =>
  monday >= thisMonday && isListedAhead(monday, today);

/** Starts to load the calendar. */
export function startCalendar(): void {
  // React reports a failure when it renders the part.
  loadGrid().catch(() => undefined);
}

interface LessonsViewProps {
  isWide: boolean;
  choice: CourseChoice;
  onChoose: (choice: CourseChoice) => void;
  /** Undefined while loading. */
  booker: Booker | undefined;
  dialog: LessonDialogParam;
  onBuy: () => void;
  /** The family's figures, which come before a phone's calendar and after its agenda. */
  figures: ReactNode;
  /** Another task for the family, before the figures below the agenda. */
  note: ReactNode;
}

export function LessonsView({
  isWide,
  choice,
  booker,
  dialog,
  figures,
  note,
  ...handlers
}: LessonsViewProps) {
  // A dialog may show a lesson of another week; the calendar beneath it stays where it is.
  const inAddress = useWeek();
  const week = weekAt(useFrozen(inAddress.monday, dialog.value !== null), inAddress.today);
  const now = useNow();
  const ahead = useQuery(lessonsAheadQuery(week.today));
  const ofWeek = useQuery(lessonsQuery(week.monday, week.today));
  const { data: ofDialog } = useQuery(lessonsQuery(inAddress.monday, inAddress.today));
  useLiveLessons();
  useEarlyParts();
  const [moment, setMoment] = useState<Moment | null>(null);
  // The confirmation is over once its dialog closes.
  if (moment !== null && dialog.value === null) setMoment(null);
  const chosen = ofDialog?.find(({ id }) => id === dialog.value);
  useVanished(ofDialog, chosen, dialog, booker?.user.role);
  // The list of the lessons ahead, which the page watches, ends before some weeks.
  const { promotion, dismiss } = usePromotion(ofDialog, booker?.user);
  const promoted: Moment | null = promotion && {
    kind: 'promoted',
    lessonId: promotion.lesson.id,
    student: promotion.student,
    lessons: [promotion.lesson],
  };
  const common = { choice, week, booker, now, onOpen: dialog.show };
  const isWanted = (lesson: FamilyLesson) => isShown(lesson, choice);
  const isListed = (lesson: FamilyLesson) => isWanted(lesson) && isAhead(lesson, now);
  const ofThisWeek = useQuery(lessonsQuery(week.thisMonday, week.today)).data?.filter(isWanted);
  const thisWeek = splitWeek({ isThisWeek: true }, ofThisWeek ?? [], now);
  const isWeekListed = week.isThisWeek && ofThisWeek !== undefined && !thisWeek.needsCalendar;
  const isAgenda = isWide ? isWeekListed : isInAgenda(week);
  const filter = needsFilter(ahead.data, choice) && (
    <CourseFilter choice={choice} onChoose={handlers.onChoose} />
  );
  const states = { noun: 'lessons', ...loadFailure(LOADING_LESSONS) };
  return (
    <>
      {!isAgenda && figures}
      <section aria-label="Weekly lessons" className="grid gap-3 sm:gap-5">
        {isAgenda && !isWide ? (
          filter && (
            <div className="sticky top-0 z-10 -mx-4 border-b border-line bg-paper px-4 py-2">
              {filter}
            </div>
          )
        ) : (
          <div className="grid gap-3 sm:gap-5 lg:flex lg:items-center lg:gap-x-8">
            <div className="grow">
              <WeekNav week={week} title={isAgenda ? 'Next lessons' : undefined} />
            </div>
            {filter}
          </div>
        )}
        {isAgenda ? (
          <Loaded query={ahead} skeleton={<AgendaSkeleton />} {...states}>
            {(lessons) => (
              <Agenda {...common} after={null} lessons={lessons.filter(isListed)}>
                <EarlierLessons {...common} lessons={thisWeek.over} />
              </Agenda>
            )}
          </Loaded>
        ) : (
          <>
            <Loaded query={ofWeek} skeleton={<WeekSkeleton />} {...states}>
              {(lessons) => (
                <Suspense fallback={<WeekSkeleton />}>
                  <WeekGrid
                    {...common}
                    lessons={lessons.filter(isWanted)}
                    next={ahead.data?.find(
                      (lesson) => lesson.Date >= week.next && isListed(lesson),
                    )}
                  />
                </Suspense>
              )}
            </Loaded>
            {isWide && week.monday >= week.thisMonday && (
              <Agenda {...common} after={week.next} lessons={(ahead.data ?? []).filter(isListed)} />
            )}
          </>
        )}
        <p>
          <TextLink href={paths.accountCalendar} className="font-normal">
            See your lessons in your own calendar
          </TextLink>
        </p>
      </section>
      {note}
      {isAgenda && figures}
      {chosen !== undefined && (
        <Suspense>
          <LessonDialog
            key={chosen.id}
            lesson={chosen}
            booker={booker && { ...booker, lessons: [...booker.lessons, ...(ofDialog ?? [])] }}
            now={now}
            dialog={dialog}
            moment={[promoted, moment].find((one) => one?.lessonId === chosen.id) ?? null}
            onMoment={(next) => {
              setMoment(next);
              dismiss();
            }}
            onBuy={handlers.onBuy}
          />
        </Suspense>
      )}
    </>
  );
}

/** Preloads the lazy parts once the page has settled, for a quick tap and for a lost network. */
function useEarlyParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // React reports a failure when somebody opens it.
      loadDialog().catch(() => undefined);
      // A phone may be turned while it has no network.
      startCalendar();
    }, PARTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
}

/**
 * Shown only if there is something to filter or a filter to reset; while loading, its space is
 * reserved.
 */
function needsFilter(ahead: FamilyLesson[] | undefined, choice: CourseChoice): boolean {
  return ahead === undefined || choice !== 'all' || new Set(ahead.flatMap(courseIn)).size > 1;
}

const courseIn = ({ Lesson_Name: lessonName }: FamilyLesson): Course[] => {
  const course = courseOf(lessonName);
  return course === null ? [] : [course];
};

/** Shows a message when a lesson is deleted while somebody reads its details. */
function useVanished(
  lessons: FamilyLesson[] | undefined,
  chosen: FamilyLesson | undefined,
  { value, close }: LessonDialogParam,
  role: FamilyUser['role'] | undefined,
): void {
  const lastId = useRef<string | null>(null);
  const hasVanished = lessons !== undefined && value !== null && chosen === undefined;
  useEffect(() => {
    if (!hasVanished) {
      lastId.current = chosen?.id ?? null;
      return;
    }
    if (lastId.current === value) {
      showToast({
        kind: 'info',
        title: 'Lesson cancelled',
        description:
          role === 'student'
            ? 'This lesson no longer exists.'
            : 'This lesson no longer exists. A credit spent on it comes back to you.',
      });
    }
    lastId.current = null;
    close();
  }, [hasVanished, chosen, value, close, role]);
}
