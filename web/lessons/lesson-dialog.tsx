// <LessonDialog>: one lesson's details and what can be done with it.
import { useState, type ReactNode } from 'react';

import { refuseCancellation } from '../../domain/booking.ts';
import { creditCount } from '../../domain/credits.ts';
import { CANCEL_AFTER_START } from '../../domain/errors.ts';
import { hasEnded, hasStarted, type FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { chooseStudent, type Student } from '../../domain/student.ts';
import { courseOf, readLastStudent } from '../api/last-student.ts';
import { Confirmations } from '../ui/confirm.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { type Booker, hasSeveral, mayBook } from './booker.ts';
import { LessonAction } from './lesson-action.tsx';
import { LessonMark } from './lesson-mark.tsx';
import { describeDeadline, describeLocalTime, describeTime, readTimeZone } from './lesson-times.ts';
import { StudentChoice } from './student-choice.tsx';

interface LessonDialogProps {
  readonly lesson: FamilyLesson;
  /** Undefined until they are known. */
  readonly booker: Booker | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onClose: () => void;
  readonly onBuy: () => void;
}

export function LessonDialog({ lesson, booker, now, onClose, onBuy }: LessonDialogProps) {
  const localTime = describeLocalTime(lesson, readTimeZone());
  const [wanted, choose] = useState<string | null>(null);
  const student = booker === undefined ? null : studentFor(lesson, booker, wanted);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={lesson.Lesson_Name}
      description={describeTime(lesson)}
      actions={
        booker === undefined ? undefined : (
          <LessonAction lesson={lesson} booker={booker} student={student} now={now} onBuy={onBuy} />
        )
      }
    >
      <div className="grid gap-5">
        {localTime !== null && <Fact label="Your time">{localTime}</Fact>}
        {/* Read out when a booking changes it. */}
        <output>
          <LessonMark lesson={lesson} now={now} user={booker?.user} />
        </output>
        {lesson.isBooked && !hasEnded(lesson, now) && <MeetingLink link={lesson.Meeting_Link} />}
        {lesson.isBooked && lesson.lesson_notes !== '' && (
          <Fact label="Notes">
            <span className="whitespace-pre-line">{lesson.lesson_notes}</span>
          </Fact>
        )}
        {booker !== undefined && hasSeveral(booker.user) && (
          <StudentChoice lesson={lesson} booker={booker} chosen={student} now={now} onChoose={choose} />
        )}
        <p className="text-pencil empty:hidden">{termsOf(lesson, booker, now)}</p>
      </div>
      <Confirmations />
    </Dialog>
  );
}

/**
 * The only student; of several the one who was chosen or, of those who are not booked yet, who had the last lesson of this
 * course or is the only one left. Null where that leaves a choice.
 */
function studentFor(lesson: FamilyLesson, { user }: Booker, wanted: string | null): Student | null {
  if (!hasSeveral(user)) return chooseStudent(user.students, undefined);
  const free = user.students.filter(({ id }) => !lesson.bookings.some(({ Student_ID }) => Student_ID === id));
  const asked = [wanted ?? undefined, readLastStudent(courseOf(lesson.Lesson_Name)), undefined];
  return asked.map((id) => chooseStudent(free, id)).find((one) => one !== null) ?? null;
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
function termsOf(lesson: FamilyLesson, booker: Booker | undefined, now: number): string | null {
  if (hasStarted(lesson, now)) {
    if (lesson.isBooked) return `${CANCEL_AFTER_START}.`;
    return `This lesson ${hasEnded(lesson, now) ? 'is over' : 'has already started'}. Please try another lesson.`;
  }
  if (booker === undefined) return null;
  const { user, credits } = booker;
  const deadline = describeDeadline(lesson);
  if (lesson.isBooked) {
    if (refuseCancellation(lesson, now) !== null) return null;
    if (!mayBook(user)) return `A parent can cancel until ${deadline}.`;
    return credits === null
      ? `You can cancel until ${deadline}.`
      : `You can cancel until ${deadline}; the credit then comes back to you.`;
  }
  if (lesson.availableSpots < 1 || !mayBook(user)) return null;
  if (credits === null) return `Once booked, you can cancel until ${deadline}.`;
  if (credits < LESSON_CREDITS) return null;
  return `You have ${creditCount(credits)}. Once booked, you can cancel until ${deadline}.`;
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <dl>
      <dt className="text-sm font-bold text-pencil">{label}</dt>
      <dd>{children}</dd>
    </dl>
  );
}
