// The first screen: what this is, what it costs, who teaches it, the two ways to begin, and the
// figure, which on a phone comes after the form.
import type { ReactNode } from 'react';

import { lessonPrices, spokenHours } from '../../domain/business-words.ts';
import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { useSizedPicture } from '../content/pictures.ts';
import { useBusiness } from '../content/site-context.ts';
import { SquaredPaper } from '../ui/card.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { PictureElement } from '../ui/picture-element.tsx';
import { LateFigure, LateNextLesson } from './late.tsx';
import { Still } from './still.tsx';

interface HeroProps {
  /** <HeroWords>, <TrustWords> and <HeroFacts>, when the whole page is rendered. */
  words: ReactNode;
  trust: ReactNode;
  facts: ReactNode;
}

/** The left half of the first screen (landing.css). */
export function Hero({ words, trust, facts }: HeroProps) {
  return (
    <section className="hero-words border-b border-line">
      <div className="measure py-8 sm:py-16">
        <Still name="top">{words}</Still>
        <TrustStrip>{trust}</TrustStrip>
        <Still name="facts">{facts}</Still>
      </div>
    </section>
  );
}

/** The right half of the first screen; in the page it comes later. */
export function HeroFigure({ caption }: { caption: ReactNode }) {
  return (
    <section
      aria-label="Fig. 1"
      className="hero-figure overflow-clip border-b border-line max-lg:border-t"
    >
      <div className="measure py-8 sm:py-16">
        <div className="relative isolate mx-auto w-full max-w-xl lg:max-w-none">
          <SquaredPaper className="squares-outwards" />
          <LateFigure caption={caption} />
        </div>
      </div>
    </section>
  );
}

/** Beneath the button it is about, which it fills the width of. */
const wayClass = 'grid content-start gap-1 text-center text-sm leading-snug text-pencil';

export function HeroWords(hero: Content['hero']) {
  const { response_hours } = useBusiness();
  return (
    <>
      <p className="label-mark">{hero.label}</p>
      <h1 className="mt-3 text-display">{hero.heading}</h1>
      <p className="mt-4 text-[1.1875rem] leading-normal text-pencil lg:max-w-xl">{hero.text}</p>
      <div className="hero-buttons mt-6 print:hidden">
        <div className="flex flex-wrap gap-3">
          <p className={wayClass}>
            <LinkButton size="large" href={`#${contactAnchor}`}>
              <span>Claim your free lesson!</span> <span>Register Interest</span>
            </LinkButton>{' '}
            {`We answer in ${spokenHours(response_hours)}`}
          </p>{' '}
          <p className={wayClass}>
            <LinkButton size="large" variant="secondary" href={paths.signUp}>
              Sign Up Now
            </LinkButton>{' '}
            Book at once
          </p>
        </div>
      </div>
      <p className="mt-1 text-pencil print:hidden">
        Already with us?{' '}
        <TextLink href={paths.signIn} className="text-ink family:hidden">
          Sign In
        </TextLink>{' '}
        <TextLink href={paths.familyHome} className="text-ink stranger:hidden">
          My lessons
        </TextLink>
      </p>
    </>
  );
}

export function HeroFacts({ facts: [price, ...others] }: Pick<Content['hero'], 'facts'>) {
  /** '£28 each for 5 lessons, £27 each for 10'; nothing without larger packages. */
  const packagePrices = lessonPrices(useBusiness())
    .filter(({ credits }) => credits > 1)
    .map(({ credits, each }, at) => `${each} each for ${credits}${at === 0 ? ' lessons' : ''}`)
    .join(', ');
  return (
    <ul className="figures text-pretty mt-4 grid sm:mt-5 gap-y-2 border-l-2 border-signal pl-4">
      {[price, packagePrices, ...others].filter(Boolean).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

export function HeroCaption({ caption }: Pick<Content['hero'], 'caption'>) {
  return (
    <>
      <span className="font-bold text-ink">Fig. 1</span>
      {` ${caption} Not to scale.`}
      <span className="noscript:hidden print:hidden"> Drag a slit.</span>
    </>
  );
}

/** `children`: <TrustWords>, when the whole page is rendered. */
function TrustStrip({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4 grid grid-cols-2 items-start gap-x-4 gap-y-3 border-t border-line pt-3 sm:mt-5 sm:pt-4 text-note leading-snug sm:grid-cols-[4fr_3fr_3fr] [&_*]:min-w-0 [&_b]:block">
      <Still name="trust" className="contents">
        {children}
      </Still>
      <LateNextLesson />
    </div>
  );
}

type TrustWordsProps = Pick<Content['site'], 'tutor'> &
  Pick<Content['profile'], 'portrait'> &
  Content['hero']['trust'];

export function TrustWords(words: TrustWordsProps) {
  const { tutor, portrait, monogram, role, hours, result, check } = words;
  const picture = useSizedPicture(portrait);
  return (
    <>
      <div className="col-span-2 flex items-center gap-3 sm:col-span-1 sm:row-span-2">
        {picture === null ? (
          <Portrait tutor={tutor} monogram={monogram} className="w-14 sm:w-16" />
        ) : (
          // Beside the name it says nothing new; it is described where it is large.
          <PictureElement
            picture={picture}
            alt=""
            sizes="64px"
            className="aspect-4/5 w-14 shrink-0 rounded-sm object-cover sm:w-16"
          />
        )}
        <Fact title={tutor} text={role} />
      </div>
      <Fact {...hours} />
      <Fact {...result} />
      {check && <Fact {...check} />}
    </>
  );
}

function Fact({ title, text }: { title: string; text: string }) {
  return (
    <p>
      <b>{title}</b> {text}
    </p>
  );
}

interface PortraitProps {
  tutor: string;
  /** Initials. */
  monogram: string;
  className: string;
}

/** <Portrait>: a drawing in the place and the shape (4:5) of the tutor's portrait. */
function Portrait({ tutor, monogram, className }: PortraitProps) {
  return (
    <svg
      viewBox="0 0 64 80"
      role="img"
      aria-label={`${tutor}, drawn in place of a portrait`}
      className={`shrink-0 font-display ${className}`}
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.25"
    >
      <path
        d="M8 .5v79M20 .5v79M32 .5v79M44 .5v79M56 .5v79M.5 8h63M.5 20h63M.5 32h63M.5 44h63M.5 56h63M.5 68h63"
        stroke="var(--color-line)"
        strokeWidth=".75"
      />
      <path
        d="M8 79.5c0-16 9-25 24-25s24 9 24 25M32 15c8 0 12.5 6 12.5 13.500S39 46 32 46s-12.5-10-12.5-17.500S24 15 32 15Z"
        fill="var(--color-sheet)"
      />
      <rect x=".625" y=".625" width="62.75" height="78.75" rx="3" />
      <text
        x="32"
        y="73"
        textAnchor="middle"
        fill="var(--color-ink)"
        stroke="none"
        className="text-[13px] font-semibold"
      >
        {monogram}
      </text>
    </svg>
  );
}
