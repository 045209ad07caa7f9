// The first screen: what this is, what it costs, who teaches it, the two ways to begin, and the
// figure, which on a phone comes after the form.
import type { ReactNode } from 'react';

import { lessonPrices } from '../../domain/business-words.ts';
import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { useBusiness } from '../content/site-context.ts';
import { SquaredPaper } from '../ui/card.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { LateFigure } from './late.tsx';
import { Still } from './still.tsx';
import { TrustStrip } from './trust-strip.tsx';

interface HeroProps {
  /** <HeroWords>, <TrustWords> and <HeroFacts>, when the whole page is rendered. */
  readonly words: ReactNode;
  readonly trust: ReactNode;
  readonly facts: ReactNode;
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
export function HeroFigure({ caption }: { readonly caption: ReactNode }) {
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

export function HeroWords(hero: Content['hero']) {
  return (
    <>
      <p className="label-mark">{hero.label}</p>
      <h1 className="mt-3 text-display">{hero.heading}</h1>
      <p className="mt-4 text-[1.1875rem] leading-normal text-pencil lg:max-w-xl">{hero.text}</p>
      <div className="hero-buttons mt-6 print:hidden">
        <div className="flex flex-wrap gap-3">
          <LinkButton size="large" href={`#${contactAnchor}`}>
            <span>Claim your free lesson!</span>
            <span>Register Interest</span>
          </LinkButton>
          <LinkButton size="large" variant="secondary" href={paths.signUp}>
            Sign Up Now
          </LinkButton>
        </div>
      </div>
      <p className="mt-1 text-pencil print:hidden">
        Already with us?{' '}
        <TextLink href={paths.signIn} className="text-ink family:hidden">
          Sign In
        </TextLink>
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
    <ul className="figures text-pretty mt-2 grid sm:mt-5 gap-y-2 border-l-2 border-signal pl-4">
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
