// The first screen: what this is, what it costs, who teaches it, and the two ways to begin.
import type { ReactNode } from 'react';

import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../content/schema.ts';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { SquaredPaper } from '../ui/squared-paper.tsx';
import { LateFigure } from './late.tsx';
import { Still } from './still.tsx';
import { TrustStrip } from './trust-strip.tsx';

interface HeroProps {
  /** <HeroWords>, <TrustWords>, <HeroFacts> and <HeroCaption>, when the whole page is rendered. */
  readonly words: ReactNode;
  readonly trust: ReactNode;
  readonly facts: ReactNode;
  readonly caption: ReactNode;
}

export function Hero({ words, trust, facts, caption }: HeroProps) {
  return (
    <section className="overflow-clip border-b border-line">
      <div className="measure grid gap-x-12 gap-y-12 py-12 sm:py-16 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)]">
        <div>
          <Still name="top">{words}</Still>
          <TrustStrip>{trust}</TrustStrip>
          <Still name="facts">{facts}</Still>
        </div>
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
      <p className="mt-6 max-w-xl text-[1.1875rem] leading-normal text-pencil">{hero.text}</p>
      <div className="hero-buttons mt-8 print:hidden">
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
      <p className="mt-3 text-pencil print:hidden">
        Already with us?{' '}
        <TextLink href={paths.signIn} className="text-ink family:hidden">
          Sign In
        </TextLink>
        <TextLink href={paths.userHome} className="text-ink stranger:hidden">
          My lessons
        </TextLink>
      </p>
    </>
  );
}

export function HeroFacts({ facts }: Pick<Content['hero'], 'facts'>) {
  return (
    <ul className="figures mt-7 grid gap-y-1.5 border-l-2 border-signal pl-4">
      {facts.map((fact) => (
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
