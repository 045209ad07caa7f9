// /: what the tutor offers, and the registration of interest. Prerendered; static parts are wrapped
// in <Still>, so that the browser loads only the script of the carousel and the form.
import type { ReactNode } from 'react';

import { contactAnchor, paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { useSizedPicture } from '../content/pictures.ts';
import { Brand, Foot, SkipLink } from '../frames/page-edges.tsx';
import { Card, SquaredPaper } from '../ui/card.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { PictureElement } from '../ui/picture-element.tsx';
import { ContactHeading, ContactWords } from './contact-words.tsx';
import { Hero, HeroCaption, HeroFacts, HeroFigure, HeroWords, TrustWords } from './hero.tsx';
import { InterestForm } from './interest-form.tsx';
import { LateBar, LateLessons } from './late.tsx';
import { Reasons } from './reasons.tsx';
import { ReviewCards, Reviews, ReviewsHeading } from './reviews.tsx';
import { Still } from './still.tsx';

/** Whether the whole page is rendered, by the build or in development. */
const isWhole = import.meta.env.SSR || import.meta.env.DEV;

interface LandingProps {
  /** Whether the page has the two-slit drawing. */
  hasFigure: boolean;
  reviewCount: number;
  /**
   * The content of the static parts; missing in the browser, which takes those parts from the page.
   */
  stillWords?: Content;
}

export function Landing({ hasFigure, reviewCount, stillWords }: LandingProps) {
  return (
    <>
      <Still name="head">
        {isWhole && (
          <>
            <SkipLink />
            <Masthead brand={<Brand />} />
          </>
        )}
      </Still>
      <main id="main" tabIndex={-1} className="first-screen">
        <Hero
          words={isWhole && stillWords && <HeroWords {...stillWords.hero} />}
          trust={
            isWhole &&
            stillWords && (
              <TrustWords
                tutor={stillWords.site.tutor}
                portrait={stillWords.profile.portrait}
                {...stillWords.hero.trust}
              />
            )
          }
          facts={isWhole && stillWords && <HeroFacts {...stillWords.hero} />}
        />
        <LateLessons />
        <Contact words={stillWords?.registration} />
        {/* The bar sticks to the end of this, below the form and above the footer. */}
        <div className="lg:contents">
          {hasFigure && (
            <HeroFigure caption={isWhole && stillWords && <HeroCaption {...stillWords.hero} />} />
          )}
          <Still name="tutor">
            {isWhole && stillWords && (
              <>
                <Profile {...stillWords.profile} />
                <Reasons {...stillWords.reasons} />
              </>
            )}
          </Still>
          <Reviews
            count={reviewCount}
            heading={isWhole && stillWords && <ReviewsHeading {...stillWords.testimonials} />}
            cards={isWhole && stillWords && <ReviewCards {...stillWords.testimonials} />}
          />
          <Still name="questions">
            {isWhole && stillWords && <Questions {...stillWords.faq} />}
          </Still>
          <LateBar />
        </div>
      </main>
      <Still name="foot">{isWhole && <Foot />}</Still>
    </>
  );
}

/** The form that registers interest, and other ways to get in touch. */
function Contact({ words }: { words: Content['registration'] | undefined }) {
  return (
    <section
      id={contactAnchor}
      aria-labelledby="contact-heading"
      className="overflow-clip border-line py-8 sm:py-24 lg:border-b print:border-0 print:py-6"
    >
      <div className="measure grid grid-cols-1 items-start gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
        <Still name="contact">{isWhole && words && <ContactHeading {...words} />}</Still>
        <div className="relative isolate lg:col-start-2 lg:row-span-2 print:hidden">
          <SquaredPaper className="squares-outwards" />
          <Card className="overflow-hidden">
            <div className="ruler opacity-50" aria-hidden="true" />
            <div className="p-5 sm:p-7">
              <InterestForm />
            </div>
          </Card>
        </div>
        {/* On a phone the form comes before the other ways to get in touch. */}
        <Still name="contact-more" className="lg:col-start-1">
          {isWhole && words && <ContactWords {...words} />}
        </Still>
      </div>
    </section>
  );
}

const sections = [
  { href: '#tutor', label: 'Tutor' },
  { href: '#lessons', label: 'Lessons' },
  { href: '#reviews', label: 'Reviews' },
  { href: '#questions', label: 'Questions' },
  { href: `#${contactAnchor}`, label: 'Contact' },
] as const;

const atTheEnd = 'ml-auto shrink-0 md:ml-0 print:hidden';

/**
 * The landing page's header: the site's name (a prop), links to the page's sections, and the
 * sign-in or dashboard link.
 */
function Masthead({ brand }: { brand: ReactNode }) {
  return (
    <header className="border-b border-line bg-sheet print:border-0">
      <div className="measure flex min-h-16 flex-wrap items-center gap-x-4 py-2">
        {brand}
        <nav aria-label="On this page" className="ml-auto hidden md:block print:hidden">
          <ul className="flex gap-x-4 lg:gap-x-6">
            {sections.map(({ href, label }) => (
              <li key={href}>
                <a
                  href={href}
                  className="inline-flex min-h-11 items-center text-pencil decoration-signal decoration-2 underline-offset-8 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <LinkButton variant="secondary" href={paths.signIn} className={`family:hidden ${atTheEnd}`}>
          Sign In
        </LinkButton>
        <LinkButton
          variant="secondary"
          href={paths.familyHome}
          className={`stranger:hidden ${atTheEnd}`}
        >
          My lessons
        </LinkButton>
      </div>
    </header>
  );
}

/**
 * Questions that parents ask. One answer is open at a time; closed ones stay in the page, where a
 * search finds them.
 */
function Questions({ entries, heading }: Content['faq']) {
  return (
    <section
      id="questions"
      aria-labelledby="questions-heading"
      className="later border-t border-line bg-sheet py-8 sm:py-24 print:border-0 print:py-6"
    >
      <div className="measure grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <h2 id="questions-heading" className={`text-title ${inView}`}>
          {heading}
        </h2>
        <div className="border-b border-line">
          {entries.map(({ question, answer }) => (
            <details
              key={question}
              name="faq"
              className="group border-t border-line first:border-t-2 first:border-ink"
            >
              <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-6 py-3.5 hover:text-signal [&::-webkit-details-marker]:hidden">
                <h3 className="text-[1.1875rem] leading-snug text-pretty">
                  <Unbroken text={question} />
                </h3>
                <svg
                  viewBox="0 0 20 20"
                  aria-hidden="true"
                  className="size-5 shrink-0 text-signal print:hidden"
                  stroke="currentColor"
                  strokeWidth="2"
                >
                  <path d="M2 10h16" />
                  <path d="M10 2v16" className="group-open:hidden" />
                </svg>
              </summary>
              <p className="max-w-prose pr-10 pb-6 text-pencil">
                <Unbroken text={answer} />
              </p>
            </details>
          ))}
        </div>
      </div>
    </section>
  );
}

/** Keeps the parts of a compound together: 'one-on-one' does not break at its hyphens. */
function Unbroken({ text }: { text: string }) {
  return text.split(/(\w+(?:-\w+)+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={part} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

/** Beside a long column, what heads it stays in view. */
const inView = 'lg:sticky lg:top-8 lg:self-start';

/** Smaller on a phone, where most titles then take one line. */
const titleClass = 'text-[1.1875rem] leading-snug sm:text-heading';

/** Who teaches, as a table of readings: five points, the last of which anybody can verify. */
function Profile(words: Content['profile']) {
  const { channel, claims, heading, introduction } = words;
  const portrait = useSizedPicture(words.portrait);
  return (
    <section id="tutor" aria-labelledby="tutor-heading" className="later py-8 sm:py-24 print:py-6">
      <div className="measure grid gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <div className={inView}>
          <h2 id="tutor-heading" className="text-title">
            {heading}
          </h2>
          <p className="mt-4 max-w-md text-[1.1875rem] leading-normal text-pencil">
            {introduction}
          </p>
          {portrait !== null && (
            <PictureElement
              picture={portrait}
              alt={portrait.alt}
              sizes="(min-width: 40rem) 20rem, 16rem"
              isLazy
              className="mt-6 aspect-4/5 w-64 rounded-md border border-line object-cover sm:w-80"
            />
          )}
        </div>
        <ol className="border-b border-line">
          {claims.map((claim) => (
            <Point key={claim.title} {...claim} />
          ))}
          <li className="grid gap-x-8 gap-y-0.5 border-t border-line py-3 sm:py-5 sm:grid-cols-2">
            <h3 className={titleClass}>{channel.title}</h3>
            <div className="text-pencil">
              <p>{channel.text}</p>
              <TextLink href={channel.address} rel="noopener" className="text-ink">
                {channel.label}
              </TextLink>
            </div>
          </li>
        </ol>
      </div>
    </section>
  );
}

function Point({ title, text }: { title: string; text: string }) {
  return (
    <li className="grid gap-x-8 gap-y-0.5 border-t border-line py-3 first:border-t-2 first:border-ink sm:grid-cols-2 sm:py-5">
      <h3 className={titleClass}>{title}</h3>
      <p className="text-pencil">
        <Unbroken text={text} />
      </p>
    </li>
  );
}
