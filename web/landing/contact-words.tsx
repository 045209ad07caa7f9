// Around the registration form: its purpose, what a family can expect, and other ways to get in
// touch.
import type { ReactNode } from 'react';

import type { Content } from '../../domain/site/content.ts';
import { useSite } from '../content/site-context.ts';

type Words = Content['registration'];

export function ContactHeading({ heading, text }: Pick<Words, 'heading' | 'text'>) {
  return (
    <>
      <h2 id="contact-heading" className="text-title">
        {heading}
      </h2>
      <p className="mt-2 max-w-md text-[1.1875rem] leading-normal text-pencil">{text}</p>
    </>
  );
}

export function ContactWords({ highlights }: Pick<Words, 'highlights'>) {
  const { contact } = useSite();
  return (
    <>
      <ul className="grid gap-4">
        {highlights.map((highlight) => (
          <li key={highlight.title} className="flex gap-3.5">
            <svg
              viewBox="0 0 20 20"
              aria-hidden="true"
              className="mt-1 size-5 shrink-0 text-signal"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
            >
              <path d="m3 10.5 4.5 4.5L17 4.5" />
            </svg>
            <div>
              <h3 className="text-heading">{highlight.title}</h3>
              <p className="text-pencil">{highlight.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <ul className="figures mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(15rem,100%),1fr))] gap-3">
        <ContactCard label="Email" href={`mailto:${contact.email}`} value={contact.email}>
          <path d="M2.5 5h15v10.5h-15zM3 5.5l7 5.5 7-5.5" />
        </ContactCard>
        <ContactCard label="Phone" href={`tel:${contact.phoneLink}`} value={contact.phone}>
          <path d="M4 2.5h3.2l1.4 4-2 1.5a10 10 0 0 0 5.4 5.4l1.5-2 4 1.4V16c0 .9-.7 1.5-1.5 1.5C9 17.5 2.5 11 2.5 4c0-.8.6-1.5 1.5-1.5Z" />
        </ContactCard>
      </ul>
    </>
  );
}

interface ContactCardProps {
  label: string;
  href: string;
  value: string;
  /** Icon paths, 20 units wide. */
  children: ReactNode;
}

function ContactCard({ label, href, value, children }: ContactCardProps) {
  return (
    <li className="relative flex flex-wrap items-center justify-between gap-x-4 rounded-md border border-line bg-sheet px-4 py-3 hover:border-ink sm:block sm:p-4">
      <p className="flex items-center gap-2 text-note text-pencil">
        <svg
          viewBox="0 0 20 20"
          aria-hidden="true"
          className="size-5"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        >
          {children}
        </svg>
        {label}
      </p>
      {/* The link covers the whole card. */}
      <a
        href={href}
        className="inline-block font-bold sm:mt-1 break-all underline decoration-rule underline-offset-4 covering hover:decoration-signal hover:decoration-2"
      >
        {value}
      </a>
    </li>
  );
}
