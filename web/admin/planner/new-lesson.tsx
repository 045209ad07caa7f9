// <NewLesson>: the dialog for a new lesson, prefilled with a free time and the latest meeting link.
import { useState } from 'react';

import { freeTimeOn, lastMeetingLink, nextFreeSlot } from '../../../domain/lesson-plan.ts';
import type { AdminLesson } from '../../../domain/lesson.ts';
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
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
  /** Receives the date (YYYY-MM-DD) of the saved lesson. */
  readonly onSaved: (date: string) => void;
}

export default function NewLesson({ wish, planned, now, onClose, onSaved }: NewLessonProps) {
  // As of the opening of the dialog: lessons planned in the meantime must not change what is being
  // typed.
  const [start] = useState(() => ({
    ...slotFor(wish, planned, now),
    Meeting_Link: lastMeetingLink(planned),
  }));
  return (
    <Dialog open onOpenChange={onClose} title="Create New Lesson" width="wide">
      <LessonForm subject={start} onDeleted={onClose} onSaved={onSaved} />
    </Dialog>
  );
}

function slotFor(wish: Wish, planned: readonly AdminLesson[], now: number) {
  if ('week' in wish) return nextFreeSlot(wish.week, planned, now);
  return { Date: wish.Date, Time: wish.Time ?? freeTimeOn(wish.Date, planned, now) };
}
