// <LessonDialog>: one lesson and its actions: the details, or one of the parts that they open.
import { lazy, Suspense, useState } from 'react';

import { courseOf } from '../../domain/course.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { chooseStudent, type Student } from '../../domain/student.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { readLastStudent } from '../api/last-student.ts';
import type { LessonDialogParam, LessonPart } from '../navigation/use-lesson-dialog.ts';
import { Confirmations } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonList } from '../ui/skeleton.tsx';
import { type Booker, hasSeveral, isBookedFor, mayBook } from './booker.ts';
import { LessonAction } from './lesson-action.tsx';
import { LessonDetails } from './lesson-details.tsx';
import { describeTime } from './lesson-times.ts';
import type { Moment } from './booked-moment.tsx';

// Lazy: not needed for a first look at the lessons.
const WeeklyPart = lazy(() => import('./weekly-part.tsx'));
const MovePart = lazy(() => import('./move-part.tsx'));

interface LessonDialogProps {
  readonly lesson: FamilyLesson;
  /** Undefined while loading. */
  readonly booker: Booker | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly dialog: LessonDialogParam;
  /** The booking or move just made here; null if there is none. */
  readonly moment: Moment | null;
  readonly onMoment: (moment: Moment) => void;
  readonly onBuy: () => void;
}

export function LessonDialog({
  lesson,
  booker,
  now,
  dialog,
  moment,
  onMoment,
  onBuy,
}: LessonDialogProps) {
  const [wanted, choose] = useState<string | null>(moment?.student.id ?? null);
  const part = booker !== undefined && mayBook(booker.user) ? dialog.part : null;
  const [shown, setShown] = useState({ part, hasTurned: false });
  if (shown.part !== part) setShown({ part, hasTurned: true });
  const heading = headings[part ?? 'details'](lesson);
  const student = booker === undefined ? null : studentFor(lesson, booker, wanted);
  const backToDetails = () => dialog.turn(null);
  return (
    <Dialog
      open
      onOpenChange={dialog.close}
      {...heading}
      actions={
        booker === undefined || part !== null ? undefined : (
          <LessonAction
            lesson={lesson}
            booker={booker}
            student={student}
            now={now}
            onBooked={({ student: booked }) =>
              onMoment({ kind: 'booked', lessonId: lesson.id, student: booked, lessons: [lesson] })
            }
            onMove={() => dialog.turn('move')}
            onBuy={onBuy}
          />
        )
      }
    >
      {/* The pressed button is gone: keyboard and screen-reader users continue from here. */}
      <div key={part} ref={shown.hasTurned ? takeFocus : undefined} tabIndex={-1}>
        <Suspense fallback={<SkeletonList label="Loading" rowClassName="h-12 w-full" />}>
          {booker !== undefined && part === 'weekly' && (
            <WeeklyPart
              lesson={lesson}
              booker={booker}
              student={attendeeFor(lesson, booker, wanted)}
              now={now}
              onChoose={choose}
              onBooked={({ lessons, student: booked }) => {
                onMoment({ kind: 'booked', lessonId: lesson.id, student: booked, lessons });
                backToDetails();
              }}
              onBuy={onBuy}
              onBack={backToDetails}
            />
          )}
          {booker !== undefined && part === 'move' && (
            <MovePart
              lesson={lesson}
              booker={booker}
              student={bookedFor(lesson, booker, wanted)}
              now={now}
              onChoose={choose}
              onMoved={({ to, student: moved }) => {
                onMoment({ kind: 'moved', lessonId: to.id, student: moved, lessons: [to] });
                dialog.show(to);
              }}
              onBack={backToDetails}
            />
          )}
          {part === null && (
            <LessonDetails
              lesson={lesson}
              booker={booker}
              student={student}
              now={now}
              moment={moment}
              onChoose={choose}
              onMove={(studentId) => {
                choose(studentId);
                dialog.turn('move');
              }}
              onKeepTime={() => dialog.turn('weekly')}
              onShow={dialog.show}
            />
          )}
        </Suspense>
      </div>
      <Confirmations />
    </Dialog>
  );
}

const headings: Record<
  LessonPart | 'details',
  (lesson: FamilyLesson) => { readonly title: string; readonly description: string }
> = {
  details: (lesson) => ({ title: lesson.Lesson_Name, description: describeTime(lesson) }),
  weekly: ({ Date: date, Time: time }) => ({
    title: 'Keep this time every week',
    description: `${formatDate(date, 'weekday')}s at ${shortTime(time)} UK time`,
  }),
  move: (lesson) => ({
    title: 'Move booking',
    description: `From ${lesson.Lesson_Name}, ${describeTime(lesson)}`,
  }),
};

const takeFocus = (element: HTMLElement | null) => element?.focus();

/**
 * The student to preselect: the only one, or the chosen one. Otherwise one of those not booked yet:
 * whoever had the last lesson of this course, or the only one left. Null if that leaves a choice.
 */
function studentFor(lesson: FamilyLesson, { user }: Booker, wanted: string | null): Student | null {
  if (!hasSeveral(user)) return chooseStudent(user.students, undefined);
  const free = user.students.filter((student) => !isBookedFor(lesson, student));
  return firstOf(free, [
    wanted ?? undefined,
    readLastStudent(courseOf(lesson.Lesson_Name)),
    undefined,
  ]);
}

/** Like studentFor, but includes students who are booked into this lesson. */
function attendeeFor(
  lesson: FamilyLesson,
  { user }: Booker,
  wanted: string | null,
): Student | null {
  return firstOf(user.students, [
    wanted ?? undefined,
    readLastStudent(courseOf(lesson.Lesson_Name)),
    undefined,
  ]);
}

/** The student whose booking is changed: the chosen one, or the only one who is booked. */
function bookedFor(lesson: FamilyLesson, { user }: Booker, wanted: string | null): Student | null {
  const booked = user.students.filter((student) => isBookedFor(lesson, student));
  return firstOf(booked, [wanted ?? undefined, undefined]);
}

/** The first of these ids that belongs to one of the students. */
function firstOf(
  students: readonly Student[],
  wishes: readonly (string | undefined)[],
): Student | null {
  return wishes.map((wish) => chooseStudent(students, wish)).find((one) => one !== null) ?? null;
}
