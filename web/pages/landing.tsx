// /: what the tutor offers, and the registration of interest. Prerendered while building; what never changes is <Still>,
// so that the browser loads the script of the carousel and the form alone.
import { contactAnchor } from '../../domain/paths.ts';
import { hero, site } from '../content/tutor.ts';
import { ContactWords } from '../landing/contact-words.tsx';
import { Hero } from '../landing/hero.tsx';
import { InterestForm } from '../landing/interest-form.tsx';
import { Masthead } from '../landing/masthead.tsx';
import { Profile } from '../landing/profile.tsx';
import { Questions } from '../landing/questions.tsx';
import { Reasons } from '../landing/reasons.tsx';
import { Reviews } from '../landing/reviews.tsx';
import { Still } from '../landing/still.tsx';
import { Card } from '../ui/card.tsx';
import { SquaredPaper } from '../ui/squared-paper.tsx';
import { Brand, Foot, SkipLink } from './page-frame.tsx';

/** Whether the page is being put together as a whole, by the build or while developing. */
const isWhole = import.meta.env.SSR || import.meta.env.DEV;

export default function Landing() {
  return (
    <>
      <title>{`${site.name}: ${hero.label}`}</title>
      <meta name="description" content={site.description} />
      <Still name="head">
        {isWhole && (
          <>
            <SkipLink />
            <Masthead brand={<Brand />} />
          </>
        )}
      </Still>
      <main id="main" tabIndex={-1}>
        <Still name="top">
          {isWhole && (
            <>
              <Hero />
              <Profile />
              <Reasons />
            </>
          )}
        </Still>
        <Reviews />
        <Still name="questions">{isWhole && <Questions />}</Still>
        <section
          id={contactAnchor}
          aria-labelledby="contact-heading"
          className="later overflow-clip border-t border-line py-16 sm:py-24 print:border-0 print:py-6"
        >
          <div className="measure grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)]">
            <Still name="contact">{isWhole && <ContactWords />}</Still>
            <div className="relative isolate print:hidden">
              <SquaredPaper className="squares-outwards" />
              <Card className="overflow-hidden">
                <div className="ruler opacity-50" aria-hidden="true" />
                <div className="p-5 sm:p-8">
                  <InterestForm />
                </div>
              </Card>
            </div>
          </div>
        </section>
      </main>
      <Still name="foot">{isWhole && <Foot />}</Still>
    </>
  );
}
