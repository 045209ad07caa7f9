// <NextLessons>: the next lessons with their open spots; while loading, and without scripts, the
// weekly rhythm. Both take the same space, so that nothing moves.
import type { ReactNode } from 'react';

import {
  inWeekOrder,
  lessonDuration,
  lessonPricePence,
  lessonRhythm,
  spokenPrice,
  spokenTime,
  weekdayName,
} from '../../domain/business-words.ts';
import type { NextLesson } from '../../domain/lessons/next-lesson.ts';
import { NEXT_LESSONS_SHOWN } from '../../domain/limits.ts';
import { lessonPath, signUpForPath } from '../../domain/paths.ts';
import { formatDate, mondayOf, ukDate, ukTime } from '../../domain/time.ts';
import { useBusiness } from '../content/business-context.ts';
import { headingFor } from './next-heading.ts';
import { useNextLessons } from './next-lessons-data.ts';
import { spokenSpots } from './spot-words.ts';

export function NextLessons() {
  const next = useNextLessons();
  const business = useBusiness();
  const rhythm = inWeekOrder(business.usual_times).slice(0, NEXT_LESSONS_SHOWN);
  const shown = next?.lessons ?? rhythm;
  return (
    <section
      aria-labelledby="next-heading"
      className="border-b border-line bg-sheet py-6 sm:py-16 print:hidden"
    >
      <div className="measure">
        <h2 id="next-heading" className="text-2xl">
          {next === null ? lessonRhythm(business) : headingFor(next.lessons, next.at)}
        </h2>
        <ul className="mt-3 grid gap-x-6 sm:mt-5 sm:grid-cols-2 lg:grid-cols-4">
          {next === null
            ? rhythm.map(({ weekday, time }) => (
                <Item
                  key={`${weekday} ${time}`}
                  when={`${weekdayName(weekday)}s`}
                  time={spokenTime(time)}
                  what="Live group lesson"
                  mark={`${lessonDuration()}, ${spokenPrice(lessonPricePence(business))}`}
                />
              ))
            : next.lessons.map((lesson) => <Lesson key={lesson.id} {...lesson} />)}
          {Array.from({ length: NEXT_LESSONS_SHOWN - shown.length }, (_, place) => (
            <li key={place} aria-hidden="true" className={itemClass} />
          ))}
        </ul>
      </div>
    </section>
  );
}

const itemClass =
  'relative grid min-h-16 grid-cols-[1fr_auto] content-start items-baseline gap-x-4 border-t border-line py-2 leading-snug sm:min-h-31 sm:grid-cols-1 sm:py-3.5';

interface ItemProps {
  readonly when: string;
  readonly time: string;
  readonly what: ReactNode;
  readonly mark: string;
}

function Item({ when, time, what, mark }: ItemProps) {
  return (
    <li className={itemClass}>
      <span className="figures font-bold max-sm:col-span-2">{`${when}, ${time}`}</span>
      <span className="line-clamp-1 sm:line-clamp-2 wrap-anywhere">{what}</span>
      <span className="text-sm text-pencil">{mark}</span>
    </li>
  );
}

function Lesson({ id, Lesson_Name: lessonName, starts_at, availableSpots }: NextLesson) {
  const starts = Date.parse(starts_at);
  const date = ukDate(starts);
  // The whole item is the tap target.
  const link =
    'underline decoration-rule decoration-1 underline-offset-4 hover:decoration-signal hover:decoration-2 covering';
  return (
    <Item
      when={formatDate(date, 'short')}
      time={`${spokenTime(ukTime(starts))} UK time`}
      what={
        <>
          <a href={signUpForPath(mondayOf(date), id)} className={`${link} family:hidden`}>
            {lessonName}
          </a>
          <a href={lessonPath(mondayOf(date), id)} className={`${link} stranger:hidden`}>
            {lessonName}
          </a>
        </>
      }
      mark={spokenSpots(availableSpots)}
    />
  );
}
