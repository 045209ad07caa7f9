// <WaitingListPart>: which students of the family are on the waiting list of a full lesson, and how
// to join or leave it.
import { creditCount } from '../../domain/credits.ts';
import type { FamilyLesson } from '../../domain/lesson.ts';
import { LESSON_CREDITS, PROMOTION_NOTICE_MINUTES } from '../../domain/limits.ts';
import type { Student } from '../../domain/student.ts';
import { goesToWaitingList, refuseWaiting } from '../../domain/waiting.ts';
import { useWaitingList } from '../api/waiting-list.ts';
import { Button } from '../ui/button.tsx';
import { type Booker, hasSeveral, isBookedFor, mayBook } from './booker.ts';

interface WaitingListPartProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function WaitingListPart({ lesson, booker, now }: WaitingListPartProps) {
  const { user, credits } = booker;
  const { join, leave, pendingId } = useWaitingList(user);
  const rows = user.students
    .filter((student) => !isBookedFor(lesson, student))
    .map((student) => {
      const entry = lesson.waitingStudents.find(({ Student_ID }) => Student_ID === student.id);
      const waits = { isWaiting: entry !== undefined, ownCount: lesson.waitingStudents.length };
      const refusal = refuseWaiting(
        { ...lesson, isBooked: false, ...waits },
        { Credits: credits },
        now,
      );
      const isShort = refusal === 'insufficient_credits';
      return { student, entry, mayJoin: refusal === null, isShort };
    })
    .filter(({ entry, mayJoin, isShort }) => entry !== undefined || mayJoin || isShort);
  if (rows.length === 0) return null;
  return (
    <section
      aria-labelledby="waiting-list"
      className="grid gap-3 rounded-md border border-dashed border-rule px-3.5 py-3"
    >
      <h3 id="waiting-list" className="font-bold">
        Waiting list
      </h3>
      <ul className="grid gap-3">
        {rows.map(({ student, entry, isShort }) => (
          <li key={student.id} className="flex items-center justify-between gap-x-3">
            <p className="min-w-0 leading-snug font-bold [overflow-wrap:anywhere] empty:hidden">
              {positionWords(student, entry?.position, user)}
            </p>
            {mayBook(user) && (
              <Button
                variant={entry === undefined ? 'secondary' : 'quiet'}
                className="shrink-0"
                busy={pendingId === student.id}
                busyLabel={entry === undefined ? 'Joining...' : 'Leaving...'}
                disabledReason={isShort ? 'Without a credit, one student can wait.' : null}
                {...labelsOf(entry, hasSeveral(user) ? student : null)}
                onClick={() => (entry === undefined ? join : leave)({ lesson, student })}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-sm leading-snug text-pencil">{termsOf(lesson, booker, now)}</p>
    </section>
  );
}

/** The button's labels, short if the student's name or position stands next to it. */
function labelsOf(entry: object | undefined, student: Student | null) {
  const whole = `${entry === undefined ? 'Join' : 'Leave'} the waiting list`;
  if (student === null && entry === undefined) return { children: whole };
  return {
    children: entry === undefined ? 'Join' : 'Leave',
    'aria-label': student === null ? whole : `${whole} for ${student.Student_Name}`,
  };
}

/**
 * 'You are number 2 on the waiting list', by name if the family has several students; the name
 * alone until the position is known.
 */
function positionWords(
  student: Student,
  position: number | undefined,
  user: Booker['user'],
): string {
  const name = hasSeveral(user) ? student.Student_Name : null;
  if (position === undefined) return name ?? '';
  return `${name === null ? 'You are' : `${name} is`} number ${position} on the waiting list`;
}

const NOTICE_HOURS = PROMOTION_NOTICE_MINUTES / 60;

/** What happens to a spot that becomes free, and what it costs. */
function termsOf(lesson: FamilyLesson, { user, credits }: Booker, now: number): string {
  if (!mayBook(user)) return 'A parent can join or leave the waiting list.';
  if (!goesToWaitingList(lesson, now))
    return `The lesson starts in less than ${NOTICE_HOURS} hours: if a spot comes free now, an email tells everybody on the waiting list, and whoever books first gets it.`;
  const booked = `If a spot comes free more than ${NOTICE_HOURS} hours before the start, we book it for the first on the waiting list and email you.`;
  if (credits === null) return booked;
  const cost = `It takes ${creditCount(LESSON_CREDITS)}`;
  return credits < LESSON_CREDITS
    ? `${booked} ${cost}; you have none at the moment, so the spot would go to the next on the waiting list.`
    : `${booked} ${cost}, which comes back if you cancel in time.`;
}
