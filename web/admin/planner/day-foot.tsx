// <DayFoot>: the buttons that plan a lesson on a day of the planner: the free usual times, and any
// other time.
import type { UsualTime } from '../../../domain/business.ts';
import { suggestedTimes } from '../../../domain/lessons/lesson-plan.ts';
import type { AdminLesson } from '../../../domain/lessons/lesson.ts';
import { formatDate, shortTime, ukDate } from '../../../domain/time.ts';
import type { Wish } from './new-lesson.tsx';

interface DayFootProps {
  readonly date: string;
  /** The lessons of this day. */
  readonly lessons: readonly AdminLesson[];
  readonly usual: readonly UsualTime[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly onPlan: (wish: Wish) => void;
}

const button =
  'min-h-11 cursor-pointer rounded-md border border-dashed px-2 hover:border-solid hover:border-signal hover:bg-wash hover:text-signal';

export function DayFoot({ date, lessons, usual, now, onPlan }: DayFootProps) {
  // Nothing is planned for a day that is over; the dialog of a new lesson still takes its date.
  if (date < ukDate(now)) return null;
  const day = formatDate(date, 'long');
  const times = suggestedTimes(date, { lessons, usual, now });
  return (
    <div className="flex flex-wrap gap-2 md:flex-1 md:flex-col">
      {times.map((time) => (
        <button
          key={time}
          type="button"
          aria-haspopup="dialog"
          className={`${button} figures border-rule font-bold max-md:flex-1`}
          onClick={() => onPlan({ Date: date, Time: time })}
        >
          <span className="sr-only">Plan a lesson at </span>
          <span aria-hidden="true">+ </span>
          {shortTime(time)}
          <span className="sr-only"> on {day}</span>
        </button>
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${button} border-rule text-xl leading-none text-pencil flex-1 md:flex-none`}
        onClick={() => onPlan({ Date: date })}
      >
        <span className="sr-only">Plan a lesson on {day}</span>
        <span aria-hidden="true">+</span>
      </button>
    </div>
  );
}
