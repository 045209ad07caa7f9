// What families say: a row of cards that advances automatically and with buttons, ticks, keyboard
// and touch.
import { useRef, type ReactNode } from 'react';

import type { Content } from '../../domain/site/content.ts';
import { Still, useAwake } from './still.tsx';
import { describePosition, useCarousel, type Carousel } from './use-carousel.ts';

interface ReviewsProps {
  /** The number of reviews. */
  count: number;
  /** Heading and cards, when the whole page is rendered. */
  heading: ReactNode;
  cards: ReactNode;
}

export function Reviews({ count, heading, cards }: ReviewsProps) {
  const frame = useRef<HTMLElement>(null);
  const row = useRef<HTMLElement>(null);
  const carousel = useCarousel(frame, row, count);
  const isAwake = useAwake();
  return (
    <section
      ref={frame}
      id="reviews"
      aria-labelledby="reviews-heading"
      aria-roledescription="carousel"
      data-running={carousel.isRunning}
      className="later py-8 sm:py-24 print:py-6"
    >
      <div className="measure">
        <Still name="reviews-heading">{heading}</Still>
        <section
          ref={row}
          // The row scrolls, so it must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="All reviews"
          className="relative mt-6 -mr-4 sm:-mr-6 [scroll-snap-type:x_mandatory] overflow-x-auto overscroll-x-contain [scrollbar-width:none] print:mr-0 print:overflow-visible"
        >
          <Still name="reviews" as="ul" className="flex print:grid print:grid-cols-2">
            {cards}
          </Still>
        </section>
        <div className="mt-4 min-h-22 sm:min-h-11 noscript:hidden print:hidden">
          {isAwake && <Controls carousel={carousel} count={count} />}
        </div>
      </div>
    </section>
  );
}

export function ReviewsHeading({ heading }: Pick<Content['testimonials'], 'heading'>) {
  return (
    <h2 id="reviews-heading" className="text-title">
      {heading}
    </h2>
  );
}

export function ReviewCards({ entries }: Pick<Content['testimonials'], 'entries'>) {
  return entries.map((entry) => (
    <li
      key={entry.text}
      className="flex w-full shrink-0 snap-start pr-3 max-sm:w-[93%] pb-1 sm:pr-6 lg:w-1/3 print:w-auto"
    >
      <Review {...entry} />
    </li>
  ));
}

function Review({
  name,
  role,
  rating,
  text,
  highlight,
}: Content['testimonials']['entries'][number]) {
  return (
    <figure className="flex w-full flex-col rounded-md border border-line bg-sheet p-5 sm:p-7">
      <svg
        viewBox="0 0 100 20"
        role="img"
        aria-label={`Rated ${rating} out of 5`}
        className="h-4 w-20 text-signal"
        fill="currentColor"
      >
        {Array.from({ length: rating }, (_, star) => (
          <path
            key={star}
            transform={`translate(${star * 20})`}
            d="m9 1 2.5 5.6 6 .6-4.5 4.1 1.3 6L9 14.2l-5.3 3.1 1.3-6L.5 7.2l6-.6z"
          />
        ))}
      </svg>
      <p className="mt-4 font-display text-[1.4375rem] leading-tight font-semibold text-balance">
        {highlight}
      </p>
      <blockquote className="mt-3 flex-1">{text}</blockquote>
      <figcaption className="mt-5 border-t border-line pt-3">
        <span className="font-bold">{name}</span>{' '}
        <span className="block text-note text-pencil">{role}</span>
      </figcaption>
    </figure>
  );
}

function Controls({ carousel, count }: { carousel: Carousel; count: number }) {
  const { position, isWide, isStopped, wasMoved } = carousel;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <RoundButton label="Previous review" onClick={() => carousel.step(-1)}>
        <path d="M12.5 4.5 7 10l5.5 5.5" />
      </RoundButton>
      <RoundButton label="Next review" onClick={() => carousel.step(1)}>
        <path d="M7.5 4.5 13 10l-5.5 5.5" />
      </RoundButton>
      {/* On a phone the row of dots is above the buttons. */}
      <ol className="-ml-3 flex max-sm:-order-1 max-sm:basis-full sm:ml-0">
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className={index < count - 2 ? undefined : 'lg:hidden'}>
            <button
              type="button"
              aria-label={`Show review ${index + 1}`}
              aria-current={index === position ? 'true' : undefined}
              className="group flex size-[44px] cursor-pointer items-center justify-center rounded-md"
              onClick={() => carousel.goTo(index)}
            >
              <span className="h-2.5 w-2.5 rounded-full border border-rule group-hover:border-ink group-aria-current:w-6 group-aria-current:border-signal group-aria-current:bg-signal" />
            </button>
          </li>
        ))}
      </ol>
      <span className="ml-auto motion-reduce:hidden">
        <RoundButton
          label={isStopped ? 'Play the reviews' : 'Pause the reviews'}
          onClick={carousel.toggle}
        >
          {isStopped ? (
            <path d="m7 4.5 9 5.5-9 5.5z" fill="currentColor" />
          ) : (
            <path d="M7 4.5v11M13 4.5v11" />
          )}
        </RoundButton>
      </span>
      <output className="sr-only">
        {wasMoved ? describePosition(position, count, isWide) : ''}
      </output>
    </div>
  );
}

interface RoundButtonProps {
  label: string;
  onClick: () => void;
  /** Icon paths, 20 units wide. */
  children: ReactNode;
}

function RoundButton({ label, onClick, children }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 cursor-pointer place-items-center rounded-md border border-rule bg-sheet text-ink hover:border-ink hover:bg-ink hover:text-paper"
      onClick={onClick}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {children}
      </svg>
    </button>
  );
}
