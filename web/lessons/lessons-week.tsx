// <LessonsWeek>: the weekly calendar of lessons, with its dialog.
import { useEffect, useRef, useState } from 'react';

import type { FamilyUser } from '../../domain/account.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { describeFailure } from '../api/transport/errors.ts';
import { useLiveLessons } from '../api/live-lessons.ts';
import { LOADING_LESSONS, useLessons } from '../api/lessons.ts';
import { Loaded } from '../ui/loaded.tsx';
import { showToast } from '../ui/toast.ts';
import type { LessonDialogParam } from '../navigation/use-lesson-dialog.ts';
import { useNow } from '../ui/use-now.ts';
import { WeekCalendar, type Week } from '../ui/week-calendar.tsx';
import { useWeek, WeekNav } from '../navigation/week-nav.tsx';
import type { Booker } from './booker.ts';
import { LessonButton } from './lesson-button.tsx';
import { LessonDialog } from './lesson-dialog.tsx';
import type { Moment } from './moment.ts';

interface LessonsWeekProps {
  /** Undefined until they are known. */
  readonly booker: Booker | undefined;
  readonly dialog: LessonDialogParam;
  readonly onBuy: () => void;
}

export function LessonsWeek({ booker, dialog, onBuy }: LessonsWeekProps) {
  const week = useWeek();
  const now = useNow();
  const lessons = useLessons(week.monday);
  useLiveLessons();
  const [moment, setMoment] = useState<Moment | null>(null);
  // It has passed once the dialog is left.
  if (moment !== null && dialog.value === null) setMoment(null);
  const chosen = lessons.data?.find(({ id }) => id === dialog.value);
  useVanished(lessons.data, chosen, dialog, booker?.user.role);
  return (
    <section aria-label="Weekly lessons" className="grid gap-5">
      <WeekNav week={week} />
      <Loaded
        query={lessons}
        label="Loading lessons"
        rows={3}
        rowClassName="h-24 w-full"
        failure={LOADING_LESSONS.title}
        explain={(error) => describeFailure(error, LOADING_LESSONS).description}
      >
        {(ofWeek) => (
          <>
            {ofWeek.length === 0 && <EmptyWeek week={week} />}
            <WeekCalendar
              week={week}
              label="Lessons by day"
              items={ofWeek}
              keyOf={({ id }) => id}
              dateOf={(lesson) => lesson.Date}
              renderItem={(lesson) => (
                <LessonButton
                  lesson={lesson}
                  now={now}
                  user={booker?.user}
                  onOpen={() => dialog.open(lesson.id)}
                />
              )}
            />
          </>
        )}
      </Loaded>
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

function EmptyWeek({ week }: { readonly week: Week }) {
  const isOver = week.monday < week.thisMonday;
  return (
    <p className="border-l-4 border-rule pl-4 text-pencil">
      {isOver ? 'There were no lessons in this week.' : 'No lessons are planned for this week yet.'} Look at
      another week with the arrows.
    </p>
  );
}

/** A lesson that is taken out of the plan while somebody reads its details says so as it goes. */
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
