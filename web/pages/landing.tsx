// /: what the tutor offers, and the registration of interest. Prerendered while building.
import { contactAnchor, paths } from '../../domain/paths.ts';
import { contact, faq, hero, profile, reasons, registration, site, testimonials } from '../content/tutor.ts';
import { InterestForm } from '../landing/interest-form.tsx';
import { Card } from '../ui/card.tsx';
import { LinkButton, TextLink } from '../ui/link-button.tsx';
import { Brand, Foot, SkipLink } from './page-frame.tsx';

export default function Landing() {
  return (
    <>
      <title>{`${site.name}: ${hero.label}`}</title>
      <meta name="description" content={site.description} />
      <SkipLink />
      <header className="border-b border-line bg-sheet">
        <div className="measure flex min-h-16 flex-wrap items-center justify-between gap-3 py-2">
          <Brand />
          <LinkButton variant="quiet" href={paths.signIn}>
            Sign In
          </LinkButton>
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <section className="squared py-16 sm:py-24">
          <div className="measure">
            <p className="label-mark">{hero.label}</p>
            <h1 className="mt-3 max-w-4xl text-display">{hero.heading}</h1>
            <p className="mt-6 max-w-2xl text-lg text-pencil">{hero.text}</p>
            <div className="mt-8 flex flex-wrap gap-3">
              <LinkButton size="large" href={`#${contactAnchor}`}>
                Claim your free lesson!
              </LinkButton>
              <LinkButton size="large" variant="secondary" href={paths.signUp}>
                Sign Up Now
              </LinkButton>
            </div>
            <ul className="figures mt-8 flex flex-wrap gap-x-8 gap-y-2 font-bold">
              {hero.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </div>
        </section>
        <div className="measure grid gap-16 py-16">
          <Titled heading={profile.heading} text={profile.introduction} items={profile.claims} />
          <Titled heading={reasons.heading} text={reasons.text} items={reasons.items} />
          <section>
            <h2 className="text-title">{testimonials.heading}</h2>
            <ul className="mt-6 grid gap-5 lg:grid-cols-3">
              {testimonials.entries.map((entry) => (
                <li key={entry.name}>
                  <Card>
                    <p className="font-bold">{entry.highlight}</p>
                    <p className="mt-2">{entry.text}</p>
                    <p className="mt-3 text-sm text-pencil">
                      {entry.name}, {entry.role}
                    </p>
                  </Card>
                </li>
              ))}
            </ul>
          </section>
          <section>
            <h2 className="text-title">{faq.heading}</h2>
            {faq.entries.map(({ question, answer }) => (
              <details key={question} name="faq" className="border-b border-line py-3">
                <summary className="min-h-11 cursor-pointer py-2 font-bold">{question}</summary>
                <p className="max-w-prose pb-3 text-pencil">{answer}</p>
              </details>
            ))}
          </section>
          <section id={contactAnchor} className="grid gap-8 lg:grid-cols-2">
            <div>
              <h2 className="text-title">{registration.heading}</h2>
              <p className="mt-3 text-pencil">{registration.text}</p>
              <p className="mt-5">
                <TextLink href={`mailto:${contact.email}`}>{contact.email}</TextLink>
              </p>
              <p>
                <TextLink href={`tel:${contact.phoneLink}`}>{contact.phone}</TextLink>
              </p>
            </div>
            <Card>
              <InterestForm />
            </Card>
          </section>
        </div>
      </main>
      <Foot />
    </>
  );
}

interface TitledProps {
  readonly heading: string;
  readonly text: string;
  readonly items: readonly { readonly title: string; readonly text: string }[];
}

function Titled({ heading, text, items }: TitledProps) {
  return (
    <section>
      <h2 className="text-title">{heading}</h2>
      <p className="mt-3 max-w-prose text-pencil">{text}</p>
      <ul className="mt-6 grid gap-5 sm:grid-cols-2">
        {items.map((item) => (
          <li key={item.title} className="border-t-2 border-ink pt-3">
            <h3 className="text-heading">{item.title}</h3>
            <p className="mt-1 text-pencil">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
