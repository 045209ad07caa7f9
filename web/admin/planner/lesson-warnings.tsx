// What the tutor should know before saving. <SlotWarnings>: a time in the past, another lesson at
// the same time, and how many students have another one then. <EmailWarning>: emails that will be
// sent. <TermWarnings>: the same for a term.
import { useQuery, queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import * as endpoints from '../../../domain/endpoints.ts';
import {
  clashesOf,
  isInPast,
  studentsToEmail,
  repeatWeekly,
  type Slot,
} from '../../../domain/lessons/lesson-plan.ts';
import {
  type AdminLesson,
  type NewLesson,
  lessonCount,
  REPEAT_WEEKS,
} from '../../../domain/lessons/lesson.ts';
import {
  slotWords,
  lessonsToCreate,
  weeksOfTerm,
  slotKey,
  slotsInTheWay,
  type TermPlan,
  namesNeeded,
} from '../../../domain/lessons/term.ts';
import { addDays, isCalendarDate, isClockTime } from '../../../domain/time.ts';
import {
  PLANNED_LESSONS as LESSONS,
  adminLessonsBetweenQuery,
} from '../../data/planned-lessons.ts';
import { call } from '../../transport/client.ts';

/** The current values of the form; any of them may be incomplete. */
interface Draft extends Pick<NewLesson, 'Date' | 'Time' | 'Lesson_Name' | 'Meeting_Link'> {
  readonly weeks: number;
}

interface LessonWarningsProps {
  draft: Draft;
  /** The edited lesson; null for a new one. */
  lesson: AdminLesson | null;
}

interface Now {
  readonly now: number;
}

const MAX_NAMED = 3;

/** Stands right beneath the time: at the end of the form, nobody would see it before saving. */
export function SlotWarnings({ draft, lesson, now }: LessonWarningsProps & Now) {
  const isSlot = isCalendarDate(draft.Date) && isClockTime(draft.Time);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden sm:col-span-2">
      {isSlot && isMoved(lesson, draft) && isInPast(draft, now) && (
        <Warning>This date and time are in the past.</Warning>
      )}
      {isSlot && lesson !== null && isMoved(lesson, draft) && (
        <ClashWarning draft={draft} lesson={lesson} />
      )}
      {isSlot && <SameTimeWarning draft={draft} lesson={lesson} />}
    </div>
  );
}

/** Editing the notes of a past lesson should not warn about the past. */
function isMoved(lesson: AdminLesson | null, { Date: date, Time: time }: Draft): boolean {
  return lesson === null || lesson.Date !== date || lesson.Time !== time;
}

export function EmailWarning({ draft, lesson }: LessonWarningsProps) {
  const count = lesson === null ? 0 : studentsToEmail(lesson, draft);
  return (
    <div aria-live="polite" className="empty:hidden sm:col-span-2">
      {count > 0 && (
        <Warning>
          {count === 1 ? '1 student has' : `${count} students have`} booked this lesson and will be
          emailed about the change.
        </Warning>
      )}
    </div>
  );
}

/** Other lessons of the tutor at the same time. */
function SameTimeWarning({ draft, lesson }: LessonWarningsProps) {
  const isRepeat =
    Number.isInteger(draft.weeks) && draft.weeks > 1 && draft.weeks <= REPEAT_WEEKS.max;
  const weeks = isRepeat ? draft.weeks : 1;
  const around = useQuery(
    adminLessonsBetweenQuery(draft.Date, addDays(draft.Date, 7 * (weeks - 1))),
  );
  const clashes = repeatWeekly(draft, weeks).flatMap((slot) =>
    clashesOf(slot, around.data ?? [], lesson?.id ?? null),
  );
  if (clashes.length === 0) return null;
  const labels = clashes.slice(0, MAX_NAMED).map((one) => `${one.Lesson_Name}, ${slotWords(one)}`);
  const more = clashes.length - labels.length;
  return (
    <Warning>
      Clashes with {labels.join('; ')}
      {more > 0 && `; and ${more} more`}.
    </Warning>
  );
}

/** How many of its students would have two lessons at one time. */
function ClashWarning({ draft, lesson }: { draft: Draft; lesson: AdminLesson }) {
  const { data: count = 0 } = useQuery(clashCountQuery(lesson.id, draft));
  if (count === 0) return null;
  return (
    <Warning>
      {count === 1 ? '1 of its students has' : `${count} of its students have`} another lesson at
      that time. The email to {count === 1 ? 'this family' : 'these families'} names it.
    </Warning>
  );
}

interface WarningProps {
  children: ReactNode;
  /** How to resolve it, in words. */
  action?: string;
  onAction?: () => void;
}

export function Warning({ children, action, onAction }: WarningProps) {
  return (
    <div className="flex items-center justify-between gap-x-4 rounded-md border border-caution bg-caution-wash px-3 text-note leading-snug text-caution">
      <p className="min-w-0 py-2 wrap-anywhere">{children}</p>
      {action !== undefined && (
        <button
          type="button"
          className="min-h-11 shrink-0 cursor-pointer font-bold underline underline-offset-4 hover:decoration-2"
          onClick={onAction}
        >
          {action}
        </button>
      )}
    </div>
  );
}

/** How many students of a lesson would have another one at this UK date and time. */
function clashCountQuery(id: string, { Date: date, Time: time }: Slot) {
  return queryOptions({
    queryKey: [...LESSONS, 'clashes', id, date, time],
    queryFn: ({ signal }) =>
      call(endpoints.countClashes, { signal, params: { id }, query: { Date: date, Time: time } }),
    select: ({ students }) => students,
    staleTime: 0,
  });
}

interface TermWarningsProps {
  plan: TermPlan;
  /** The lessons already planned in these weeks. */
  planned: readonly AdminLesson[];
  now: number;
  onLeaveOut: (keys: readonly string[], isOut: boolean) => void;
}

/**
 * <TermWarnings>: what the tutor should know before creating a term: times in the past, other
 * lessons at its times, names left over.
 */
export function TermWarnings({ plan, planned, now, onLeaveOut }: TermWarningsProps) {
  const weeks = weeksOfTerm(plan);
  const newLessons = lessonsToCreate(weeks);
  const { past, clashing } = slotsInTheWay(newLessons, planned, now);
  const needed = namesNeeded(weeks, plan.nameFor);
  const over = plan.names.length - needed;
  const leaveOut = (lessons: typeof newLessons) => onLeaveOut(lessons.map(slotKey), true);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden">
      {past.length > 0 && (
        <Warning action="Leave out past" onAction={() => leaveOut(past)}>
          {lessonCount(past.length)} in the past.
        </Warning>
      )}
      {clashing.length > 0 && (
        <Warning action="Leave out clashing" onAction={() => leaveOut(clashing)}>
          {lessonCount(clashing.length)} {clashing.length === 1 ? 'clashes' : 'clash'} with others.
        </Warning>
      )}
      {over > 0 && needed > 0 && (
        <Warning>{over === 1 ? '1 name is left over.' : `${over} names are left over.`}</Warning>
      )}
    </div>
  );
}
