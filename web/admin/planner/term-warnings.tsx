// <TermWarnings>: what the tutor should know before creating a term: times in the past, other
// lessons at its times, names left over.
import { type AdminLesson, lessonCount } from '../../../domain/lessons/lesson.ts';
import {
  lessonsToCreate,
  planTerm,
  slotKey,
  slotsInTheWay,
  type TermPlan,
  namesNeeded,
} from '../../../domain/lessons/term.ts';
import { Warning } from './lesson-warnings.tsx';

interface TermWarningsProps {
  readonly plan: TermPlan;
  /** The lessons already planned in these weeks. */
  readonly planned: readonly AdminLesson[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onLeaveOut: (keys: readonly string[], isOut: boolean) => void;
}

export function TermWarnings({ plan, planned, now, onLeaveOut }: TermWarningsProps) {
  const weeks = planTerm(plan);
  const newLessons = lessonsToCreate(weeks);
  const { past, clashing } = slotsInTheWay(newLessons, planned, now);
  const needed = namesNeeded(weeks, plan.nameFor);
  const over = plan.names.length - needed;
  const leaveOut = (lessons: typeof newLessons) => onLeaveOut(lessons.map(slotKey), true);
  return (
    <div aria-live="polite" className="grid gap-2 empty:hidden lg:order-last">
      {past.length > 0 && (
        <Warning action="Leave out past" onAction={() => leaveOut(past)}>
          {lessonCount(past.length)} in the past.
        </Warning>
      )}
      {clashing.length > 0 && (
        <Warning action="Leave out clashing" onAction={() => leaveOut(clashing)}>
          {lessonCount(clashing.length)} {clashing.length === 1 ? 'clashes' : 'clash'} with others.
        </Warning>
      )}
      {over > 0 && needed > 0 && (
        <Warning>{over === 1 ? '1 name is left over.' : `${over} names are left over.`}</Warning>
      )}
    </div>
  );
}
