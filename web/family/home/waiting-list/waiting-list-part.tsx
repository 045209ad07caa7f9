// <WaitingListPart>: where the family's students are on the waiting list of a full lesson, and what
// the list means. The dialog's foot joins and leaves it.
import { hasSpot, type FamilyLesson } from '../../../../domain/lessons/lesson.ts';
import { goesToWaitingList } from '../../../../domain/lessons/waiting.ts';
import { LESSON_CREDITS, PROMOTION_NOTICE_MINUTES } from '../../../../domain/limits.ts';
import { creditCount } from '../../../../domain/payments/credits.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import { type Booker, hasSeveral, isBookedForAll, mayBook } from '../booker.ts';

interface WaitingListPartProps {
  readonly lesson: FamilyLesson;
  readonly booker: Booker;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function WaitingListPart({ lesson, booker, now }: WaitingListPartProps) {
  const { user } = booker;
  const { waitingStudents } = lesson;
  if (waitingStudents.length === 0 && (hasSpot(lesson) || isBookedForAll(lesson, user)))
    return null;
  const names = shortNames(user.students);
  return (
    <section
      aria-labelledby="waiting-list"
      className="grid gap-1.5 rounded-md border border-dashed border-rule px-3.5 py-3"
    >
      <h3 id="waiting-list" className="font-bold">
        Waiting list
      </h3>
      <output className="font-bold wrap-anywhere empty:hidden">
        {waitingStudents.map(({ Student_ID: studentId, position }) => (
          <span key={studentId} className="block">
            {hasSeveral(user) ? `${names.get(studentId) ?? ''} is` : 'You are'} number {position} on
            the waiting list.
          </span>
        ))}
      </output>
      <p className="text-sm leading-snug text-pencil">{termsOf(lesson, booker, now)}</p>
    </section>
  );
}

const NOTICE_HOURS = PROMOTION_NOTICE_MINUTES / 60;

/** What happens to a spot that becomes free, and what it costs. */
function termsOf(lesson: FamilyLesson, { user, credits }: Booker, now: number): string {
  if (!mayBook(user)) return 'A parent can join or leave the waiting list.';
  if (!goesToWaitingList(lesson, now))
    return `The lesson starts in less than ${NOTICE_HOURS} hours: if a spot comes free now, an email tells everybody on the waiting list, and the first to book gets it.`;
  const booked = `If a spot comes free more than ${NOTICE_HOURS} hours before the start, we book it for the first on the waiting list and email you.`;
  if (credits === null) return booked;
  const cost = `It takes ${creditCount(LESSON_CREDITS)}`;
  return credits < LESSON_CREDITS
    ? `${booked} ${cost}; you have none at the moment, so the spot would go to the next on the waiting list.`
    : `${booked} ${cost}, which comes back if you cancel in time.`;
}
