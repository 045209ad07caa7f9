// <PlannerWeek>: the lessons of a week, and the buttons that plan others on its days.
import type { UsualTime } from '../../../domain/business.ts';
import { suggestedTimes } from '../../../domain/lessons/lesson-plan.ts';
import type { AdminLesson, PlannedLesson } from '../../../domain/lessons/lesson.ts';
import { formatDate, shortTime, ukDate, weekday } from '../../../domain/time.ts';
import type { TopicSummary } from '../../../domain/topics/topic-list.ts';
import { type Week, WeekCalendar } from '../../ui/dates/week-calendar.tsx';
import { useEarlierLessons } from './earlier-lessons.tsx';
import { LessonItem } from './lesson-item.tsx';
import type { Wish } from './new-lesson.tsx';

interface PlannerWeekProps {
  week: Week;
  lessons: readonly PlannedLesson[];
  usual: readonly UsualTime[];
  topicOf: (id: string | null) => TopicSummary | undefined;
  now: number;
  onOpen: (lesson: PlannedLesson) => void;
  onPlan: (wish: Wish) => void;
}

export function PlannerWeek({
  week,
  lessons,
  usual,
  topicOf,
  now,
  onOpen,
  onPlan,
}: PlannerWeekProps) {
  const visible = useEarlierLessons({ week, lessons }, now);
  return (
    <>
      {visible.fold}
      <WeekCalendar
        week={visible.week}
        label="Lessons"
        items={visible.lessons}
        keyOf={({ id }) => id}
        dateOf={(lesson) => lesson.Date}
        renderItem={(lesson) => (
          <LessonItem
            lesson={lesson}
            lessons={lessons}
            now={now}
            topic={topicOf(lesson.Topic_ID)}
            onOpen={onOpen}
          />
        )}
        emptyDays={(dates) =>
          dates.some((date) => lessons.some((one) => one.Date === date))
            ? 'no more lessons'
            : 'no lessons'
        }
        // A day on which lessons usually are.
        hasOwnColumn={(date) => usual.some((one) => one.weekday === weekday(date))}
        renderFold={(dates) => (
          <FoldFoot dates={dates} now={now} onPlan={(date) => onPlan({ Date: date })} />
        )}
        renderDayFoot={(date, here) => (
          <DayFoot date={date} lessons={here} usual={usual} now={now} onPlan={onPlan} />
        )}
      />
    </>
  );
}

interface DayFootProps {
  date: string;
  /** The lessons of this day. */
  lessons: readonly AdminLesson[];
  usual: readonly UsualTime[];
  now: number;
  onPlan: (wish: Wish) => void;
}

interface FoldFootProps extends Pick<DayFootProps, 'now'> {
  dates: readonly string[];
  onPlan: (date: string) => void;
}

/** <FoldFoot>: the button that plans a lesson on the first of some days without lessons. */
function FoldFoot({ dates, now, onPlan }: FoldFootProps) {
  const today = ukDate(now);
  const first = dates.find((date) => date >= today);
  if (first === undefined) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${button} border-rule text-note leading-tight text-pencil max-md:min-w-16 md:mt-3 md:w-full md:px-0.5!`}
      onClick={() => onPlan(first)}
    >
      <span className="sr-only">Plan a lesson on {formatDate(first, 'long')} or another day</span>
      <span aria-hidden="true">
        +<span className="md:hidden"> Lesson</span>
      </span>
    </button>
  );
}

/** 'Sat 5'. */
const shortDay = (date: string) => formatDate(date, 'short').split(' ').slice(0, 2).join(' ');

const button =
  'min-h-11 cursor-pointer rounded-md border border-dashed px-2 hover:border-solid hover:border-signal hover:bg-wash hover:text-signal';

/**
 * <DayFoot>: the buttons that plan a lesson on a day of the planner: the free usual times, and any
 * other time.
 */
function DayFoot({ date, lessons, usual, now, onPlan }: DayFootProps) {
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
        className={`${button} border-rule text-note whitespace-nowrap text-pencil flex-1 md:flex-none md:px-0.5!`}
        onClick={() => onPlan({ Date: date })}
      >
        <span className="sr-only">Plan a lesson on {day}</span>
        <span aria-hidden="true">+ {shortDay(date)}</span>
      </button>
    </div>
  );
}
