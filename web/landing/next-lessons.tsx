// <NextLessons>: the next lessons with their open spots; while loading, and without scripts, the
// weekly rhythm. Both take the same space, so that nothing moves. <NextLessonTime> and <BookingBar>
// show the first of them, and <FreeLessons> those with a spot for somebody who has enquired.
import { type ReactNode, useEffect, useState } from 'react';

import {
  inWeekOrder,
  lessonDuration,
  lessonPricePence,
  lessonRhythm,
  spokenPrice,
  spokenTime,
  weekdayName,
  spokenTimes,
  spokenHours,
} from '../../domain/business-words.ts';
import { listNextLessons } from '../../domain/enquiries/endpoints.ts';
import {
  type NextLesson,
  type LessonOffer,
  NEXT_LESSONS_SHOWN,
} from '../../domain/lessons/next-lesson.ts';
import { lessonPath, signUpForPath, contactAnchor } from '../../domain/paths.ts';
import { formatDate, mondayOf, ukDate, ukTime, daysBetween, weekday } from '../../domain/time.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { useBusiness } from '../content/site-context.ts';
import { send } from '../transport/send.ts';
import { buttonClass } from '../ui/button.tsx';
import { usePagePreview } from './preview.ts';

export function NextLessons() {
  const next = useNextLessons();
  const business = useBusiness();
  const rhythm = inWeekOrder(business.usual_times).slice(0, NEXT_LESSONS_SHOWN);
  const rows = next?.lessons ?? rhythm;
  return (
    <section
      aria-labelledby="next-heading"
      className="border-b border-line bg-sheet py-8 sm:pt-16 print:hidden"
    >
      <div className="measure">
        <h2 id="next-heading" className="text-2xl">
          {next === null ? lessonRhythm(business) : headingFor(next.lessons, next.at)}
        </h2>
        <ul className="mt-3 grid gap-x-6 sm:mt-5 sm:grid-cols-2 lg:grid-cols-4">
          {next === null
            ? rhythm.map(({ weekday: day, time }) => (
                <Item
                  key={`${day} ${time}`}
                  when={`${weekdayName(day)}s`}
                  time={spokenTime(time)}
                  what="Live group lesson"
                  mark={`${lessonDuration()}, ${spokenPrice(lessonPricePence(business))}`}
                />
              ))
            : next.lessons.map((lesson) => <Lesson key={lesson.id} {...lesson} />)}
          {Array.from({ length: NEXT_LESSONS_SHOWN - rows.length }, (_, place) => (
            <li key={place} aria-hidden="true" className={itemClass} />
          ))}
        </ul>
      </div>
    </section>
  );
}

const itemClass =
  'relative grid min-h-16 grid-cols-[1fr_auto] content-start items-baseline gap-x-4 border-t border-line py-2 leading-snug max-[24rem]:min-h-22 max-[24rem]:content-center sm:min-h-31 sm:grid-cols-1 sm:py-3.5';

interface ItemProps {
  when: string;
  time: string;
  what: ReactNode;
  mark: string;
}

function Item({ when, time, what, mark }: ItemProps) {
  return (
    <li className={itemClass}>
      <span className="figures font-bold max-sm:col-span-2">{`${when}, ${time}`}</span>{' '}
      <span className="line-clamp-1 max-[24rem]:line-clamp-2 sm:line-clamp-2 wrap-anywhere">
        {what}
      </span>{' '}
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

const WEEK_DAYS = 7;
const SATURDAY = 6;

/**
 * 'This weekend' if all lessons are on the coming weekend. `now` is epoch
 * milliseconds.
 */
export function headingFor(lessons: readonly Pick<NextLesson, 'starts_at'>[], now: number): string {
  const today = ukDate(now);
  const dates = lessons.map(({ starts_at }) => ukDate(Date.parse(starts_at)));
  const isOne = new Set(dates.map(mondayOf)).size === 1;
  const isNear = dates.every(
    (date) => daysBetween(today, date) < WEEK_DAYS && weekday(date) >= SATURDAY,
  );
  return isOne && isNear ? 'This weekend' : 'The next lessons';
}

/** '1 spot left', or that there is none. */
function spokenSpots(spots: number): string {
  if (spots === 0) return 'Full, waiting list';
  return spots === 1 ? '1 spot left' : `${spots} spots left`;
}

let request: Promise<LessonOffer | null> | undefined;

/**
 * One request, however many parts of the page show the lessons, and without the query layer, which
 * this page does not load.
 */
async function askOnce(): Promise<LessonOffer | null> {
  request ??= send(listNextLessons, {}, null).then(
    ({ lessons }) => orNull({ lessons, at: Date.now() }),
    () => null,
  );
  return request;
}

const orNull = (offered: LessonOffer | null) => (offered?.lessons.length === 0 ? null : offered);

/**
 * The next lessons; null while they load, if there are none, and if they fail to load. The page
 * works without them.
 */
function useNextLessons(): LessonOffer | null {
  const [next, setNext] = useState(orNull(usePagePreview()));
  useEffect(() => {
    let isGone = false;
    void askOnce().then((lessons) => {
      if (!isGone) setNext(lessons);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return next;
}

/**
 * <NextLessonTime>: when the next lesson is; while loading, and without scripts, when lessons
 * usually are.
 */
export function NextLessonTime() {
  const [first] = useNextLessons()?.lessons ?? [];
  const business = useBusiness();
  const starts = first && Date.parse(first.starts_at);
  return (
    // Reserves the height of the taller of both on the narrowest phone.
    <p className="max-sm:min-h-[3lh]">
      <b>{starts === undefined ? lessonRhythm(business) : formatDate(ukDate(starts), 'short')}</b>
      {starts === undefined ? spokenTimes(business) : `next lesson, ${spokenTime(ukTime(starts))}`}
    </p>
  );
}

interface FreeLessonsProps {
  /** The year that the enquiry names. */
  year: YearClass;
  /** Called before the page changes. */
  onChoose: () => void;
}

/**
 * <FreeLessons>: after an enquiry, the next lessons of its year that have a spot, each leading to
 * the sign-up. Nothing while they load, and if there are none.
 */
export function FreeLessons({ year, onChoose }: FreeLessonsProps) {
  const next = useNextLessons();
  const lessons = (next?.lessons ?? []).filter(
    ({ availableSpots, years }) => availableSpots > 0 && years.includes(year),
  );
  if (next === null || lessons.length === 0) return null;
  return (
    <section aria-labelledby="free-lessons-heading">
      <h4 id="free-lessons-heading" className="text-base">
        {headingFor(lessons, next.at)}, free for you
      </h4>
      <ul className="mt-1.5">
        {lessons.map(({ id, Lesson_Name: lessonName, starts_at, availableSpots }) => {
          const starts = Date.parse(starts_at);
          const date = ukDate(starts);
          return (
            <li key={id} className="border-t border-line last:border-b">
              <a
                href={signUpForPath(mondayOf(date), id)}
                onClick={onChoose}
                className="grid grid-cols-[1fr_auto] items-baseline gap-x-4 py-2 leading-snug hover:bg-wash"
              >
                <span className="figures font-bold underline decoration-rule decoration-1 underline-offset-4">
                  {`${formatDate(date, 'short')}, ${spokenTime(ukTime(starts))} UK time`}
                </span>
                <span className="text-sm text-pencil">{spokenSpots(availableSpots)}</span>
                <span className="col-span-2 line-clamp-1 wrap-anywhere">{lessonName}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface Offer {
  readonly action: string;
  readonly href: string;
  readonly title: string;
  readonly text: string;
}

function useOffer(): Offer {
  const next = useNextLessons();
  const { response_hours } = useBusiness();
  const lesson = next?.lessons.find(({ availableSpots }) => availableSpots > 0);
  if (!next || !lesson)
    return {
      action: 'Claim your free lesson!',
      href: `#${contactAnchor}`,
      title: 'Your first lesson is free',
      text: `Answer in ${spokenHours(response_hours)}`,
    };
  const starts = Date.parse(lesson.starts_at);
  const date = ukDate(starts);
  return {
    action: 'Sign Up Now',
    href: signUpForPath(mondayOf(date), lesson.id),
    title: `${formatDate(date, 'short')}, ${spokenTime(ukTime(starts))}`,
    text: 'Your first lesson is free',
  };
}

/**
 * <BookingBar>: on a phone, the next lesson with an open spot at the lower edge of everything below
 * the form; while loading, and without scripts, the way to the form. It sticks to the end of its
 * container, so that it covers neither the form nor the footer.
 */
export function BookingBar() {
  const { action, href, title, text } = useOffer();
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-sheet pb-[env(safe-area-inset-bottom)] md:hidden print:hidden family:hidden">
      <a
        href={href}
        className="measure flex min-h-16 flex-wrap items-center justify-between gap-x-2 py-2 leading-tight"
      >
        <span className="figures min-w-0 flex-1 basis-32 text-note">
          <b>{title}</b> <span className="block text-pencil">{text}</span>
        </span>{' '}
        {/* In the words of the first screen for what it does. */}
        <span className={buttonClass('primary', 'regular', 'max-w-36 px-3!')}>{action}</span>
      </a>
    </div>
  );
}
