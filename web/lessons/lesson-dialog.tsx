// <LessonDialog>: one lesson's details and what can be done with it.
import type { ReactNode } from 'react';

import { refuseCancellation } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import { CANCEL_AFTER_START } from '../../domain/errors.ts';
import { hasEnded, hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { Confirmations } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LessonAction } from './lesson-action.tsx';
import { LessonMark } from './lesson-mark.tsx';
import { describeDeadline, describeLocalTime, describeTime, readTimeZone } from './lesson-times.ts';

interface LessonDialogProps {
  readonly lesson: FamilyLesson;
  /** Undefined until they are known. */
  readonly credits: number | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
  readonly onBuy: () => void;
}

export function LessonDialog({ lesson, credits, now, onClose, onBuy }: LessonDialogProps) {
  const localTime = describeLocalTime(lesson, readTimeZone());
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={lesson.Lesson_Name}
      description={describeTime(lesson)}
      actions={
        credits === undefined ? undefined : (
          <LessonAction lesson={lesson} credits={credits} now={now} onBuy={onBuy} />
        )
      }
    >
      <div className="grid gap-5">
        {localTime !== null && <Fact label="Your time">{localTime}</Fact>}
        {/* Read out when a booking changes it. */}
        <output>
          <LessonMark lesson={lesson} now={now} />
        </output>
        {lesson.isBooked && !hasEnded(lesson, now) && <MeetingLink link={lesson.Meeting_Link} />}
        {lesson.isBooked && lesson.lesson_notes !== '' && (
          <Fact label="Notes">
            <span className="whitespace-pre-line">{lesson.lesson_notes}</span>
          </Fact>
        )}
        <p className="text-pencil empty:hidden">{termsOf(lesson, credits, now)}</p>
      </div>
      <Confirmations />
    </Dialog>
  );
}

function MeetingLink({ link }: { readonly link: string | null }) {
  if (link === null) return <Skeleton className="h-24 w-full" />;
  return (
    <div className="grid gap-2 rounded-md border border-positive bg-positive-wash p-4">
      <LinkButton href={link} target="_blank" rel="noreferrer">
        Join the lesson
      </LinkButton>
      <p className="text-sm break-all text-ink">{link}</p>
    </div>
  );
}

/** Until when it can be cancelled, or why nothing can be done any more; null where the foot of the dialog says it all. */
function termsOf(lesson: FamilyLesson, credits: number | undefined, now: number): string | null {
  const isBookable = lesson.availableSpots > 0 && credits !== undefined && credits >= LESSON_CREDITS;
  if (hasStarted(lesson, now)) {
    if (lesson.isBooked) return `${CANCEL_AFTER_START}.`;
    return `This lesson ${hasEnded(lesson, now) ? 'is over' : 'has already started'}. Please try another lesson.`;
  }
  if (lesson.isBooked) {
    return refuseCancellation(lesson, now) === null
      ? `You can cancel until ${describeDeadline(lesson)}; the credit then comes back to you.`
      : null;
  }
  if (!isBookable) return null;
  return `You have ${creditCount(credits)}. Once booked, you can cancel until ${describeDeadline(lesson)}.`;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
