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

export function LessonsView(props: LessonsViewProps) {
  const { isWide, choice, booker, dialog, figures, note } = props;
  // A dialog may show a lesson of another week; the calendar beneath it stays where it is.
  const inAddress = useWeek();
  const week = weekAt(useFrozen(inAddress.monday, dialog.value !== null), inAddress.today);
  const now = useNow();
  const ahead = useQuery(lessonsAheadQuery(week.today));
  useLiveLessons();
  useEarlyParts();
  const isWanted = (lesson: FamilyLesson) => isShown(lesson, choice);
  const ofThisWeek = useQuery(lessonsQuery(week.thisMonday, week.today)).data?.filter(isWanted);
  const thisWeek = splitWeek({ isThisWeek: true }, ofThisWeek ?? [], now);
  const isWeekListed = week.isThisWeek && ofThisWeek !== undefined && !thisWeek.needsCalendar;
  const isAgenda = isWide ? isWeekListed : isInAgenda(week);
  const filter = needsFilter(ahead.data, choice) && (
    <CourseFilter choice={choice} onChoose={props.onChoose} />
  );
  const shown = { choice, week, booker, now, onOpen: dialog.show };
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
          <LessonsAhead {...shown} over={thisWeek.over} />
        ) : (
          <LessonsOfWeek {...shown} isWide={isWide} />
        )}
        <p>
          <TextLink href={paths.accountCalendar} className="font-normal">
            See your lessons in your own calendar
          </TextLink>
        </p>
      </section>
      {note}
      {isAgenda && figures}
      <OpenedLesson
        week={inAddress}
        booker={booker}
        now={now}
        dialog={dialog}
        onBuy={props.onBuy}
      />
    </>
  );
}

interface ShownProps extends Pick<LessonsViewProps, 'choice' | 'booker'> {
  week: Week;
  now: number;
  onOpen: (lesson: FamilyLesson) => void;
}

const isListed = (lesson: FamilyLesson, { choice, now }: Pick<ShownProps, 'choice' | 'now'>) =>
  isShown(lesson, choice) && isAhead(lesson, now);

const states = { noun: 'lessons', ...loadFailure(LOADING_LESSONS) };

interface LessonsAheadProps extends ShownProps {
  /** The lessons of this week that are over. */
  over: readonly FamilyLesson[];
}

function LessonsAhead({ over, ...shown }: LessonsAheadProps) {
  return (
    <Loaded
      query={useQuery(lessonsAheadQuery(shown.week.today))}
      skeleton={<AgendaSkeleton />}
      {...states}
    >
      {(lessons) => (
        <Agenda
          {...shown}
          after={null}
          lessons={lessons.filter((lesson) => isListed(lesson, shown))}
        >
          <EarlierLessons {...shown} lessons={over} />
        </Agenda>
      )}
    </Loaded>
  );
}

/** The calendar of a week, and on a wide screen the weeks after it. */
function LessonsOfWeek({ isWide, ...shown }: ShownProps & { isWide: boolean }) {
  const { week, choice } = shown;
  const ahead = useQuery(lessonsAheadQuery(week.today)).data ?? [];
  const listed = ahead.filter((lesson) => isListed(lesson, shown));
  return (
    <>
      <Loaded
        query={useQuery(lessonsQuery(week.monday, week.today))}
        skeleton={<WeekSkeleton />}
        {...states}
      >
        {(lessons) => (
          <Suspense fallback={<WeekSkeleton />}>
            <WeekGrid
              {...shown}
              lessons={lessons.filter((lesson) => isShown(lesson, choice))}
              next={listed.find(({ Date: date }) => date >= week.next)}
            />
          </Suspense>
        )}
      </Loaded>
      {isWide && week.monday >= week.thisMonday && (
        <Agenda {...shown} after={week.next} lessons={listed} />
      )}
    </>
  );
}

interface OpenedLessonProps extends Pick<LessonsViewProps, 'booker' | 'dialog' | 'onBuy'> {
  /** The week in the address. */
  week: Week;
  now: number;
}

/** The dialog of the lesson in the address, if there is one. */
function OpenedLesson({ week, booker, now, dialog, onBuy }: OpenedLessonProps) {
  const { data: lessons } = useQuery(lessonsQuery(week.monday, week.today));
  const [moment, setMoment] = useState<Moment | null>(null);
  // The confirmation is over once its dialog closes.
  if (moment !== null && dialog.value === null) setMoment(null);
  const chosen = lessons?.find(({ id }) => id === dialog.value);
  useVanished(lessons, chosen, dialog, booker?.user.role);
  // The list of the lessons ahead, which the page watches, ends before some weeks.
  const { promotion, dismiss } = usePromotion(lessons, booker?.user);
  const promoted: Moment | null = promotion && {
    kind: 'promoted',
    lessonId: promotion.lesson.id,
    student: promotion.student,
    lessons: [promotion.lesson],
  };
  if (chosen === undefined) return null;
  return (
    <Suspense>
      <LessonDialog
        key={chosen.id}
        lesson={chosen}
        booker={booker && { ...booker, lessons: [...booker.lessons, ...(lessons ?? [])] }}
        now={now}
        dialog={dialog}
        moment={[promoted, moment].find((one) => one?.lessonId === chosen.id) ?? null}
        onMoment={(next) => {
          setMoment(next);
          dismiss();
        }}
        onBuy={onBuy}
      />
    </Suspense>
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
