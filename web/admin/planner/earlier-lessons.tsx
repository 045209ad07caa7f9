// useEarlierLessons: on a phone, folds the lessons of this week that are over into one line, so
// that today comes first.
import { type ReactNode, useState } from 'react';

import { hasEnded, type PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { Button } from '../../ui/button.tsx';
import type { Week } from '../../ui/dates/week-calendar.tsx';
import { useMedia } from '../../ui/hooks/use-media.ts';

interface PlannedWeek {
  readonly week: Week;
  readonly lessons: readonly PlannedLesson[];
}

/** The week to show, and the button that opens what is folded; null if nothing is. */
export function useEarlierLessons(
  planned: PlannedWeek,
  now: number,
): PlannedWeek & { readonly fold: ReactNode } {
  const isWide = useMedia('(min-width: 48rem)');
  const [isOpen, setOpen] = useState(false);
  const { count, ...folded } = foldEarlier(planned, now);
  if (isWide || count === 0) return { ...planned, fold: null };
  const words = `${count} earlier ${count === 1 ? 'lesson' : 'lessons'}`;
  return {
    ...(isOpen ? planned : folded),
    fold: (
      <Button
        variant="quiet"
        className="-my-4 px-0! justify-self-start"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? `Hide ${words}` : words}
      </Button>
    ),
  };
}

/** Leaves out the lessons that are over, with their days, and says how many they are. */
export function foldEarlier(
  { week, lessons }: PlannedWeek,
  now: number,
): PlannedWeek & { readonly count: number } {
  // In a week that is over, they are what one looks for.
  if (!week.isThisWeek) return { week, lessons, count: 0 };
  const left = lessons.filter((lesson) => !hasEnded(lesson, now));
  const count = lessons.length - left.length;
  if (count === 0) return { week, lessons, count };
  const isLeft = (day: string) => day >= week.today || left.some((one) => one.Date === day);
  return { week: { ...week, dates: week.dates.filter(isLeft) }, lessons: left, count };
}
