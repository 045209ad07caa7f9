// The landing page's header: the site's name (a prop), links to the page's sections, and the
// sign-in or dashboard link.
import type { ReactNode } from 'react';

import { contactAnchor, paths } from '../../domain/paths.ts';
import { LinkButton } from '../ui/link-button.tsx';

const sections = [
  { href: '#tutor', label: 'Tutor' },
  { href: '#lessons', label: 'Lessons' },
  { href: '#reviews', label: 'Reviews' },
  { href: '#questions', label: 'Questions' },
  { href: `#${contactAnchor}`, label: 'Contact' },
] as const;

const atTheEnd = 'ml-auto shrink-0 lg:ml-0 print:hidden';

export function Masthead({ brand }: { readonly brand: ReactNode }) {
  return (
    <header className="border-b border-line bg-sheet print:border-0">
      <div className="measure flex min-h-16 flex-wrap items-center gap-x-4 py-2">
        {brand}
        <nav aria-label="On this page" className="ml-auto hidden lg:block print:hidden">
          <ul className="flex gap-x-6">
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
