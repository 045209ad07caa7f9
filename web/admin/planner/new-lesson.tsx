// <NewLesson>: the dialog for a new lesson, prefilled from the business settings and the
// lessons that are planned already.
import { useState } from 'react';

import {
  freeTimeOn,
  nextFreeSlot,
  type PlannerState,
  proposedLink,
} from '../../../domain/lessons/lesson-plan.ts';
import type { AdminLesson } from '../../../domain/lessons/lesson.ts';
import type { Business } from '../../../domain/site/business.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LessonForm } from './lesson-form.tsx';

/**
 * Where the tutor wants the lesson: from a week on, on a day, or at a time (YYYY-MM-DD, HH:MM:SS).
 */
export type Wish = { readonly week: string } | { readonly Date: string; readonly Time?: string };

interface NewLessonProps {
  readonly wish: Wish;
  /** Upcoming lessons and recent ones. */
  readonly planned: readonly AdminLesson[];
  readonly business: Business;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  readonly onSaved: (date: string) => void;
}

export default function NewLesson({
  wish,
  planned,
  business,
  now,
  onClose,
  onSaved,
}: NewLessonProps) {
  // As of the opening of the dialog: lessons planned in the meantime must not change what is being
  // typed.
  const [start] = useState(() => ({
    ...slotFor(wish, { lessons: planned, usual: business.usual_times, now }),
    Meeting_Link: proposedLink(planned, business.default_meeting_link),
    Max_Students: business.default_max_students,
  }));
  return (
    <Dialog open onOpenChange={onClose} title="Create New Lesson" width="wide">
      <LessonForm subject={start} onDeleted={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function slotFor(wish: Wish, planning: PlannerState) {
  if ('week' in wish) return nextFreeSlot(wish.week, planning);
  return { Date: wish.Date, Time: wish.Time ?? freeTimeOn(wish.Date, planning) };
}
