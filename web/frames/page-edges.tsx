// The edges of every page: the skip link, the site's name and the footer.
import type { ReactNode } from 'react';

import { paths } from '../../domain/paths.ts';
import { type SizedPicture, useSizedPicture } from '../content/pictures.ts';
import { useSite } from '../content/site-context.ts';
import { SiteLink } from '../ui/link-button.tsx';
import { PictureElement } from '../ui/picture-element.tsx';

/** The first stop of the Tab key. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 rounded-md bg-ink px-4 py-3 font-bold text-paper not-focus:sr-only"
    >
      Skip to content
    </a>
  );
}

export function Brand() {
  const { site } = useSite();
  const logo = useSizedPicture(site.logo);
  return (
    <a
      href={paths.home}
      className="inline-flex min-h-11 items-center gap-2 font-display text-lg font-semibold tracking-tight text-ink no-underline sm:text-xl"
    >
      {logo === null ? <Wave /> : <Logo logo={logo} />}
      <span>{site.name}</span>
    </a>
  );
}

/** A dark logo on a transparent ground could not be seen in the dark scheme. */
function Logo({ logo }: { logo: SizedPicture }) {
  return (
    <PictureElement
      picture={logo}
      alt={logo.alt}
      sizes="160px"
      className="h-9 w-auto max-w-40 rounded-sm object-contain dark:bg-ink dark:p-1"
    />
  );
}

function Wave() {
  return (
    <svg viewBox="0 0 32 20" aria-hidden="true" className="h-5 w-8" fill="none">
      <path d="M0 10h32" stroke="var(--color-rule)" />
      <path
        d="M1 10c2.5-12 7.5-12 10 0s7.5 12 10 0 7.5-12 10 0"
        stroke="var(--color-signal)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

interface FootProps {
  /** Without the tutor's address, number and notice, for the tutor's own pages. */
  isShort?: boolean;
}

export function Foot({ isShort = false }: FootProps) {
  const { contact, site } = useSite();
  const legal = (
    <span className="flex gap-x-6">
      <FootLink href={paths.privacy}>Privacy</FootLink>{' '}
      <FootLink href={paths.terms}>Terms</FootLink>
    </span>
  );
  if (isShort)
    return (
      <footer className="mt-auto border-t border-line py-3 text-note text-pencil">
        <p className="measure flex flex-wrap items-center gap-x-6">
          <span>{site.name}</span>
          {legal}
        </p>
      </footer>
    );
  return (
    <footer className="mt-auto border-t border-line py-8 text-note text-pencil">
      <div className="measure grid gap-x-6 gap-y-6 lg:grid-cols-[1fr_auto] lg:items-center">
        <p className="flex flex-wrap items-center gap-x-6">
          <span className="py-2.5 max-sm:basis-full">{site.name}</span>{' '}
          <FootLink href={`mailto:${contact.email}`}>{contact.email}</FootLink>{' '}
          <FootLink href={`tel:${contact.phoneLink}`}>{contact.phone}</FootLink> {legal}
        </p>
        {site.sampleNotice !== '' && (
          <p className="max-w-sm text-sm leading-snug">{site.sampleNotice}</p>
        )}
      </div>
    </footer>
  );
}

function FootLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      className="figures inline-flex min-h-11 items-center text-ink underline decoration-rule underline-offset-4 hover:decoration-signal hover:decoration-2"
      href={href}
    >
      {children}
    </SiteLink>
  );
}
