// <WaitingEntries>: the waiting lists that the family is on. <PromotionCard>: a spot that came
// free.
import { type FamilyLesson, hasStarted } from '../../../../domain/lessons/lesson.ts';
import { shortNames } from '../../../../domain/people/student-rules.ts';
import type { Student } from '../../../../domain/people/student.ts';
import { formatDate, shortTime } from '../../../../domain/time.ts';
import { describeTime } from '../../../parts/lesson-times.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { type Booker, hasSeveral } from '../booker.ts';
import { promotionTerms } from './promotion.ts';

interface WaitingEntriesProps {
  /** The lessons ahead, sorted by start. */
  readonly ahead: readonly FamilyLesson[];
  readonly user: Booker['user'];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onShow: (lesson: FamilyLesson) => void;
}

export function WaitingEntries({ ahead, user, now, onShow }: WaitingEntriesProps) {
  const names = shortNames(user.students);
  const entries = ahead
    .filter((lesson) => !hasStarted(lesson, now))
    .flatMap((lesson) => lesson.waitingStudents.map((entry) => ({ lesson, entry })));
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Waiting lists" className="-my-1 grid border-t border-line pt-1 sm:pt-3">
      {entries.map(({ lesson, entry }) => (
        <li key={lesson.id + entry.Student_ID}>
          <button type="button" className={entryClass} onClick={() => onShow(lesson)}>
            <span className="font-bold">
              {hasSeveral(user) && `${names.get(entry.Student_ID)}: `}
              {aheadWords(entry.position)}
            </span>
            , {formatDate(lesson.Date, 'short')}, {shortTime(lesson.Time)}, {lesson.Lesson_Name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** A line of the next lesson's card that opens another lesson. */
export const entryClass =
  'min-h-11 w-full cursor-pointer py-2 text-left leading-snug underline decoration-rule underline-offset-4 wrap-anywhere hover:decoration-signal hover:decoration-2';

/** 'First on the waiting list', '2 ahead of you'. */
const aheadWords = (position: number): string =>
  position === 1 ? 'First on the waiting list' : `${position - 1} ahead of you on the waiting list`;

interface PromotionCardProps extends Pick<WaitingEntriesProps, 'user' | 'now' | 'onShow'> {
  readonly lesson: FamilyLesson;
  readonly student: Student;
  readonly onDismiss: () => void;
}

export function PromotionCard({
  lesson,
  student,
  user,
  now,
  onShow,
  onDismiss,
}: PromotionCardProps) {
  const isStudent = user.role === 'student';
  const name = shortNames(user.students).get(student.id) ?? student.Student_Name;
  return (
    <Notice as="section" tone="positive" layout="panel" className="grid gap-1.5">
      <h2 className="text-heading">
        A spot came free: {isStudent ? 'you are in' : `${name} is in`}
      </h2>
      <p>
        {lesson.Lesson_Name}, {describeTime(lesson)}
      </p>
      <p className="text-note">{promotionTerms(user.role, { lesson, student }, now)}</p>
      <div className="flex flex-wrap">
        <Button variant="quiet" size="compact" className="-ml-3" onClick={() => onShow(lesson)}>
          Details
        </Button>
        <Button variant="quiet" size="compact" onClick={onDismiss}>
          Close
        </Button>
      </div>
    </Notice>
  );
}
