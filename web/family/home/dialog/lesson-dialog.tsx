// <LessonDialog>: one lesson and its actions: the details, or one of the parts that they open.
import { lazy, Suspense, useState } from 'react';

import { courseOf } from '../../../../domain/course.ts';
import type { FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { unbroken } from '../../../../domain/near-dates.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { readLastStudent } from '../../../data/remembered.ts';
import type { LessonDialogParam, LessonPart } from '../../../navigation/use-dialog-param.ts';
import { describeTime } from '../../../parts/lesson-times.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useIsMounted } from '../../../ui/hooks/hooks.ts';
import { SkeletonList } from '../../../ui/loaded.tsx';
import { type Booker, mayBook } from '../booker.ts';
import type { ToldBy } from '../bookings.ts';
import { studentFor } from './actions.ts';
import type { Moment } from './booked-moment.tsx';
import { isOver, LessonDetails, mayKeepTime } from './lesson-details.tsx';
import { LessonFoot } from './lesson-foot.tsx';

// Lazy: not needed for a first look at the lessons.
const WeeklyPart = lazy(() => import('./weekly-part.tsx'));
const MovePart = lazy(() => import('./move-part.tsx'));

interface LessonDialogProps {
  lesson: FamilyLesson;
  /** Undefined while loading. */
  booker: Booker | undefined;
  now: number;
  dialog: LessonDialogParam;
  /** What has just happened to a booking here; null if nothing has. */
  moment: Moment | null;
  onMoment: (moment: Moment) => void;
  onBuy: () => void;
}

export default function LessonDialog({
  lesson,
  booker,
  now,
  dialog,
  moment,
  onMoment,
  onBuy,
}: LessonDialogProps) {
  const [chosenId, setChosenId] = useState<string | null>(moment?.student.id ?? null);
  const isOpen = useIsMounted();
  const part =
    booker !== undefined && mayShowPart(dialog.part, lesson, booker, now) ? dialog.part : null;
  const last = readLastStudent(courseOf(lesson.Lesson_Name));
  const student = booker === undefined ? null : studentFor(lesson, booker.user, chosenId, last);
  const tell = (confirmed: Omit<Moment, 'lessonId'> & { lessonId?: string }): ToldBy => {
    if (!isOpen.current) return 'toast';
    setChosenId(confirmed.student.id);
    onMoment({ lessonId: lesson.id, ...confirmed });
    return 'page';
  };
  const isBooked = moment !== null && moment.kind !== 'cancelled' && !isOver(moment, lesson);
  const given = booker && { lesson, booker, student, now, onChoose: setChosenId };
  return (
    <Dialog
      open
      onOpenChange={dialog.close}
      {...headings[part ?? 'details'](lesson, now)}
      view={part ?? 'details'}
      isFull={part !== null}
      onBack={part === null ? undefined : () => dialog.setPart(null)}
    >
      <Suspense fallback={<SkeletonList label="Loading" rowClassName="h-12 w-full" />}>
        {given !== undefined && part === 'weekly' && (
          <WeeklyPart
            {...given}
            onBooked={({ lessons, student: booked }) => {
              const toldBy = tell({ kind: 'booked', student: booked, lessons });
              if (toldBy === 'page') dialog.setPart(null);
              return toldBy;
            }}
            onBuy={onBuy}
          />
        )}
        {given !== undefined && part === 'move' && (
          <MovePart
            {...given}
            onMoved={({ to, student: moved }) => {
              const toldBy = tell({
                kind: 'moved',
                lessonId: to.id,
                student: moved,
                lessons: [to],
              });
              if (toldBy === 'page') dialog.switchTo(to);
              return toldBy;
            }}
          />
        )}
        {part === null && (
          <LessonDetails
            lesson={lesson}
            booker={booker}
            now={now}
            moment={moment}
            onKeepTime={() => dialog.setPart('weekly')}
            onShow={dialog.show}
          />
        )}
        {part === null && given !== undefined && (
          <LessonFoot
            {...given}
            onBooked={({ student: booked }) =>
              tell({ kind: 'booked', student: booked, lessons: [lesson] })
            }
            onMoved={({ student: moved }) =>
              tell({ kind: 'moved', student: moved, lessons: [lesson] })
            }
            onCancelled={({ lesson: before, student: whose }) =>
              tell({ kind: 'cancelled', student: whose, lessons: [before] })
            }
            onWaiting={() => (isOpen.current ? 'page' : 'toast')}
            onMove={({ id }) => {
              setChosenId(id);
              dialog.setPart('move');
            }}
            onBuy={onBuy}
            onDone={isBooked ? dialog.close : null}
          />
        )}
      </Suspense>
    </Dialog>
  );
}

const headings: Record<
  LessonPart | 'details',
  (lesson: FamilyLesson, now: number) => { readonly title: string; readonly description: string }
> = {
  details: (lesson, now) => ({
    title: lesson.Lesson_Name,
    description: unbroken(describeTime(lesson, now)),
  }),
  weekly: ({ Date: date, Time: time }) => ({
    title: 'Keep this time every week',
    description: `${formatDate(date, 'weekday')}s at ${shortTime(time)} UK time`,
  }),
  move: (lesson, now) => ({
    title: 'Move booking',
    description: unbroken(`From ${lesson.Lesson_Name}, ${describeTime(lesson, now)}`),
  }),
};

/** Whether this part, which an address may name, is open to the signed-in person. */
const mayShowPart = (part: LessonPart | null, lesson: FamilyLesson, booker: Booker, now: number) =>
  part === 'weekly' ? mayKeepTime(lesson, booker, now) : mayBook(booker.user);
