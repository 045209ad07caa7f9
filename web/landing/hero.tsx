// The first thing a parent sees: what this is, what it costs, and the two ways to begin.
import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../content/schema.ts';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { SquaredPaper } from '../ui/squared-paper.tsx';
import { InterferenceFigure } from './interference-figure.tsx';

export function Hero(hero: Content['hero']) {
  return (
    <section className="overflow-clip border-b border-line">
      <div className="measure grid items-center gap-x-12 gap-y-12 pt-12 pb-14 sm:pt-16 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:pt-20 lg:pb-20">
        <div>
          <p className="label-mark">{hero.label}</p>
          <h1 className="mt-3 text-display">{hero.heading}</h1>
          <p className="mt-6 max-w-xl text-[1.1875rem] leading-normal text-pencil">{hero.text}</p>
          <div className="mt-8 flex flex-wrap gap-3 print:hidden">
            <LinkButton size="large" href={`#${contactAnchor}`} className="whitespace-nowrap max-sm:flex-1">
              <span className="max-[19rem]:hidden">Claim your free lesson!</span>
              <span className="min-[19rem]:hidden">Register Interest</span>
            </LinkButton>
            <LinkButton
              size="large"
              variant="secondary"
              href={paths.signUp}
              className="whitespace-nowrap max-sm:flex-1"
            >
              Sign Up Now
            </LinkButton>
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
          <ul className="figures mt-7 grid gap-y-1.5 border-l-2 border-signal pl-4">
            {hero.facts.map((fact) => (
              <li key={fact}>{fact}</li>
            ))}
          </ul>
        </div>
        <figure className="relative isolate mx-auto w-full max-w-xl lg:max-w-none">
          <SquaredPaper className="squares-outwards" />
          <InterferenceFigure label="Young's two-slit experiment: waves, their bright lines and the pattern on a screen" />
          <figcaption className="mt-3 max-w-md bg-paper py-1 text-[0.9375rem] leading-snug text-pencil">
            <span className="font-bold text-ink">Fig. 1</span> {hero.caption}
          </figcaption>
        </figure>
      </div>
    </section>
  );
}
