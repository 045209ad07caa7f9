// <ChosenLessonCard>: names the lesson that a visitor has chosen before signing up. Its height does
// not depend on what is known.
import { courseLabels, courseOf, courseOfYear } from '../../../domain/course.ts';
import type { NextLesson } from '../../../domain/lessons/next-lesson.ts';
import { formatDate, ukDate, ukTime } from '../../../domain/time.ts';
import { type YearClass, yearLabel } from '../../../domain/year-class.ts';
import type { ChosenLesson } from './data.ts';

export function ChosenLessonCard({ lesson, mode }: ChosenLesson) {
  const [weekday, day, month] = !lesson ? [] : formatDate(dateOf(lesson), 'short').split(' ');
  return (
    <section
      aria-label="The lesson you have chosen"
      className="mt-6 rounded-md border border-line bg-sheet p-4 sheet-shadow sm:px-8"
    >
      <div className="flex min-h-26 items-start gap-4 sm:min-h-20">
        <p
          aria-hidden="true"
          className="figures grid w-16 shrink-0 justify-items-center self-start rounded-md border border-ink py-1.5 text-sm leading-tight font-bold"
        >
          <span className="text-pencil">{weekday ?? '–'}</span>
          <span className="font-display text-2xl leading-none">{day ?? '–'}</span>
          <span>{month ?? '–'}</span>
        </p>
        <div className="min-w-0">
          <h2 className="line-clamp-2 text-heading wrap-anywhere">
            {lesson?.Lesson_Name ?? 'The lesson you have chosen'}
          </h2>
          <p className="figures text-note leading-snug whitespace-pre-line text-pencil">
            {describe(lesson)}
          </p>
        </div>
      </div>
      <p className="mt-2">
        Your first lesson is free: once you are signed in, {nextStep(lesson, mode)}.
      </p>
    </section>
  );
}

function nextStep(lesson: NextLesson | null | undefined, mode: ChosenLesson['mode']): string {
  if (lesson?.availableSpots === 0) return 'join the waiting list of this one or choose another';
  return mode === 'ask' ? 'you ask for it with one tap' : 'one tap books it';
}

const dateOf = ({ starts_at }: NextLesson) => ukDate(Date.parse(starts_at));

function describe(lesson: NextLesson | null | undefined): string {
  if (lesson === undefined) return 'Loading…';
  if (lesson === null) return 'It opens once you have signed in.';
  const { starts_at, availableSpots } = lesson;
  const spots =
    availableSpots === 0
      ? 'Full, waiting list'
      : `${availableSpots} ${availableSpots === 1 ? 'spot' : 'spots'} left`;
  return `${formatDate(dateOf(lesson), 'short')}, ${ukTime(Date.parse(starts_at))} UK time\n${spots}`;
}

interface CourseNoteProps extends Pick<ChosenLesson, 'lesson'> {
  year: YearClass | null;
}

/** Says that the lesson is for the other course than the student's year. */
export function CourseNote({ lesson, year }: CourseNoteProps) {
  const its = lesson ? courseOf(lesson.Lesson_Name) : null;
  if (its === null || year === null || its === courseOfYear(year)) return null;
  return (
    <span className="mt-1.5 block">
      {`${yearLabel(year)} is ${courseLabels[courseOfYear(year)]}, and the lesson you have chosen is ${courseLabels[its]}. You can choose another one after signing in.`}
    </span>
  );
}
