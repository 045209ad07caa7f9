// <LessonItem>: a lesson in the planner's week: time, name and number of bookings.
import { clashesOf } from '../../../domain/lessons/lesson-plan.ts';
import {
  hasEnded,
  hasStarted,
  type PlannedLesson,
  type LessonStudent,
} from '../../../domain/lessons/lesson.ts';
import { type Clash, clashSentence } from '../../../domain/lessons/student-day.ts';
import { formatDate, shortTime } from '../../../domain/time.ts';
import { type TopicSummary, topicWords } from '../../../domain/topics/topic-list.ts';
import { calendarItemClass } from '../../ui/dates/week-calendar.tsx';
import { firstNameOf, firstNames } from '../first-names.ts';

interface LessonItemProps {
  lesson: PlannedLesson;
  /** The lessons of the same week, including this one. */
  lessons: readonly PlannedLesson[];
  now: number;
  /** Undefined for a lesson without one. */
  topic: Pick<TopicSummary, 'name' | 'reference' | 'archived'> | undefined;
  onOpen: (lesson: PlannedLesson) => void;
}

export function LessonItem({ lesson, lessons, now, topic, onOpen }: LessonItemProps) {
  const {
    Time: time,
    Lesson_Name: lessonName,
    bookedCount,
    reservedCount,
    Max_Students: maxStudents,
    waitingCount,
  } = lesson;
  const isPast = hasEnded(lesson, now);
  const isOn = !isPast && hasStarted(lesson, now);
  const clashes = clashesOf(lesson, lessons, lesson.id).length > 0;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={`${calendarItemClass} ${isPast ? 'border-line! bg-transparent! text-pencil' : 'border-l-4 border-l-signal'}`}
      onClick={() => onOpen(lesson)}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="figures font-display text-xl leading-none font-semibold">
          {shortTime(time)}
        </span>
        {isPast && <span className="text-sm text-pencil">Past</span>}
        {isOn && <span className="text-sm font-bold text-signal">Now</span>}
      </span>
      <span className="sr-only">, {formatDate(lesson.Date, 'long')}, </span>
      <span className="mt-1 block leading-snug font-bold wrap-anywhere">{lessonName}</span>
      {topic !== undefined && (
        <span className="mt-0.5 line-clamp-2 max-sm:line-clamp-3 text-sm leading-snug text-pencil wrap-anywhere">
          <span className="sr-only">, topic </span>
          <span className="md:max-lg:hidden">{topic.reference} </span>
          {topicWords({ ...topic, reference: '' })}
        </span>
      )}
      <span className="figures mt-1.5 block text-sm text-pencil">
        <span className="sr-only">, </span>
        {!isPast && <Spots booked={bookedCount} reserved={reservedCount} of={maxStudents} />}
        {isPast ? pastWords(bookedCount) : `${bookedCount} of ${maxStudents} booked`}
        {reservedCount > 0 && `, ${reservedCount} being paid for`}
        {waitingCount > 0 && `, ${waitingCount} waiting`}
      </span>
      {lesson.students.length > 0 && (
        <span className="mt-0.5 line-clamp-2 text-sm leading-snug wrap-anywhere md:max-lg:hidden">
          <span className="sr-only">: </span>
          {firstNames(lesson.students)}
        </span>
      )}
      {clashes && (
        <span className="mt-1 block text-sm font-bold text-caution">Two lessons at this time</span>
      )}
    </button>
  );
}

/** Nothing is left to be filled: 'Nobody was booked', '5 booked'. */
const pastWords = (booked: number): string =>
  booked === 0 ? 'Nobody was booked' : `${booked} booked`;

interface SpotsProps {
  booked: number;
  /** Reserved for families who are paying. */
  reserved: number;
  of: number;
}

/** How full the lesson is, as a bar: bookings first, then reservations. */
function Spots({ booked, reserved, of }: SpotsProps) {
  const share = (spots: number) => (100 * spots) / of;
  return (
    <svg
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mb-1 block h-1 w-full"
    >
      <rect width="100" height="4" fill="var(--color-line)" />
      <rect width={share(booked + reserved)} height="4" fill="var(--color-rule)" />
      <rect width={share(booked)} height="4" fill="var(--color-ink)" />
    </svg>
  );
}

/** 'Maya already has GCSE: Forces at that time.'; null if the student has nothing then. */
export const clashWords = (
  student: Pick<LessonStudent, 'Student_Name'>,
  clashes: readonly Clash[],
): string | null => clashSentence(`${firstNameOf(student)} already has`, clashes);
