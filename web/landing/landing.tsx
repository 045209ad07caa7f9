// /: what the tutor offers, and the registration of interest. Prerendered; static parts are wrapped
// in <Still>, so that the browser loads only the script of the carousel and the form.
import { contactAnchor } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { Brand, Foot, SkipLink } from '../frames/page-edges.tsx';
import { Card } from '../ui/card.tsx';
import { SquaredPaper } from '../ui/squared-paper.tsx';
import { ContactHeading, ContactWords } from './contact-words.tsx';
import { Hero, HeroCaption, HeroFacts, HeroFigure, HeroWords } from './hero.tsx';
import { InterestForm } from './interest-form.tsx';
import { LateBar, LateLessons } from './late.tsx';
import { Masthead } from './masthead.tsx';
import { Profile } from './profile.tsx';
import { Questions } from './questions.tsx';
import { Reasons } from './reasons.tsx';
import { ReviewCards, Reviews, ReviewsHeading } from './reviews.tsx';
import { Still } from './still.tsx';
import { TrustWords } from './trust-strip.tsx';

/** Whether the whole page is rendered, by the build or in development. */
const isWhole = import.meta.env.SSR || import.meta.env.DEV;

interface LandingProps {
  /** Whether the page has the two-slit drawing. */
  readonly hasFigure: boolean;
  readonly reviewCount: number;
  /**
   * The content of the static parts; missing in the browser, which takes those parts from the page.
   */
  readonly stillWords?: Content;
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
        <section
          id={contactAnchor}
          aria-labelledby="contact-heading"
          className="overflow-clip border-line py-8 sm:py-24 lg:border-b print:border-0 print:py-6"
        >
          <div className="measure grid grid-cols-1 items-start gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] lg:grid-rows-[auto_1fr]">
            <Still name="contact">
              {isWhole && stillWords && <ContactHeading {...stillWords.registration} />}
            </Still>
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
              {isWhole && stillWords && <ContactWords {...stillWords.registration} />}
            </Still>
          </div>
        </section>
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
