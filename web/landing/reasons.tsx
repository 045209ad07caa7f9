// Why join weekly lessons: three reasons, a figure of one week with its events, and the prices.
import type { ReactNode } from 'react';

import { inWeekOrder, lessonPrices, spokenTimes } from '../../domain/business-words.ts';
import type { Content } from '../../domain/site/content.ts';
import { useBusiness } from '../content/site-context.ts';

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** ISO weekdays; the last video does not appear every week. */
const VIDEO_DAYS = [1, 2, 3, 4] as const;

export function Reasons({ heading, items, prices, rhythm, text }: Content['reasons']) {
  return (
    <section
      id="lessons"
      aria-labelledby="lessons-heading"
      className="later border-y border-line bg-sheet py-8 sm:py-24 print:border-0 print:py-6"
    >
      <div className="measure">
        <h2 id="lessons-heading" className="text-title">
          {heading}
        </h2>
        <p className="mt-4 max-w-prose text-[1.1875rem] leading-normal text-pencil">{text}</p>
        <ul className="mt-6 grid gap-x-8 gap-y-6 md:grid-cols-3">
          {items.map((item) => (
            <li key={item.title} className="border-t-2 border-ink pt-3 sm:pt-4">
              <h3 className="text-heading">{item.title}</h3>
              <p className="mt-2 text-pencil">{item.text}</p>
            </li>
          ))}
        </ul>
        <div className="mt-8 grid gap-x-16 gap-y-8 sm:mt-20 lg:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
          <Week {...rhythm} />
          <div>
            <h3 className="text-2xl">{prices.heading}</h3>
            <dl className="figures mt-4 grid border-y border-line sm:max-lg:flex">
              {lessonPrices(useBusiness()).map(({ credits, each, total }) => (
                <div
                  key={credits}
                  className="flex flex-row-reverse items-baseline justify-between gap-x-4 border-t border-line py-3 first:border-t-0 sm:max-lg:flex-auto sm:max-lg:flex-col sm:max-lg:border-t-0"
                >
                  <dt className="text-pencil">
                    {credits === 1 ? '1 credit' : `${credits} credits, ${total}`}
                  </dt>
                  <dd>
                    <span className="font-display text-2xl font-semibold">{each}</span> a lesson
                  </dd>
                </div>
              ))}
            </dl>
            <p className="mt-3 text-pencil">{prices.text}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

function Week({ prepare, meet, ask, caption }: Content['reasons']['rhythm']) {
  const business = useBusiness();
  const timesOn = (day: number) =>
    inWeekOrder(business.usual_times).filter(({ weekday }) => weekday === day);
  return (
    <figure>
      {/* The caption says the same in words. */}
      <div aria-hidden="true" className="rounded-md border border-line bg-paper">
        <Row>
          {days.map((day, index) => (
            <span
              key={day}
              className={`py-2.5 text-center text-sm font-bold ${timesOn(index + 1).length > 0 ? 'text-signal' : 'text-pencil'}`}
            >
              {day}
            </span>
          ))}
        </Row>
        <div className="ruler week-ruler opacity-50" data-part="ruler" />
        <Track label={prepare}>
          {days.map((day, index) => (
            <span key={day} className="grid place-items-center">
              {isVideoDay(index + 1) && <Video isDashed={index + 1 === VIDEO_DAYS.at(-1)} />}
            </span>
          ))}
        </Track>
        <Track label={meet} note={spokenTimes(business)}>
          {days.map((day, index) => (
            <span key={day} className="flex flex-wrap justify-center gap-1.5">
              {timesOn(index + 1).map(({ time }) => (
                <svg key={time} viewBox="0 0 16 16" className="size-4">
                  <circle cx="8" cy="8" r="6" fill="var(--color-signal)" />
                </svg>
              ))}
            </span>
          ))}
        </Track>
        <Track label={ask}>
          <svg
            viewBox="0 0 700 28"
            preserveAspectRatio="none"
            className="col-span-7 h-7 w-full"
            fill="none"
            stroke="var(--color-ink)"
          >
            <path d={wave} strokeWidth="1.75" vectorEffect="non-scaling-stroke" />
          </svg>
        </Track>
      </div>
      <figcaption className="mt-3 text-note leading-snug text-pencil">
        <span className="font-bold text-ink">Fig. 2</span> {caption}
      </figcaption>
    </figure>
  );
}

function Video({ isDashed }: { isDashed: boolean }) {
  return (
    <svg
      viewBox="0 0 28 22"
      className="w-7"
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.5"
    >
      <rect
        x="1"
        y="1"
        width="26"
        height="20"
        rx="2.5"
        strokeDasharray={isDashed ? '3 3' : undefined}
      />
      <path d="m11.5 7 6.5 4-6.5 4z" fill="var(--color-ink)" />
    </svg>
  );
}

/** A quiet sine along the whole week. */
const wave = `M0 14${Array.from({ length: 28 }, (_, half) => `q12.5 ${half % 2 === 0 ? -16 : 16} 25 0`).join('')}`;

function Row({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-7">{children}</div>;
}

interface TrackProps {
  label: string;
  /** The time, at the other end of the row. */
  note?: string;
  children: ReactNode;
}

function Track({ label, note, children }: TrackProps) {
  return (
    <div className="border-t border-line first-of-type:border-t-0">
      <p className="flex flex-wrap justify-between gap-x-4 px-3 pt-2 text-sm text-pencil">
        <span>{label}</span>{' '}
        {note !== undefined && <span className="font-bold text-signal">{note}</span>}
      </p>
      <div className="grid min-h-14 grid-cols-7 items-center pt-1 pb-3">{children}</div>
    </div>
  );
}

function isVideoDay(day: number): boolean {
  return VIDEO_DAYS.some((video) => video === day);
}
