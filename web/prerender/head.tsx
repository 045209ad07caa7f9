// The document of a page, and its head for search engines, link previews and browser tabs.
import type { ReactNode } from 'react';

import { lessonPricePence, CURRENCY } from '../../domain/business-words.ts';
import type { PublicBusiness } from '../../domain/business.ts';
import { LESSON_MINUTES } from '../../domain/limits.ts';
import { contactAnchor, type findablePages, paths } from '../../domain/paths.ts';
import { type Accent, DEFAULT_ACCENT } from '../../domain/site/accent.ts';
import type { Content, PageWords } from '../../domain/site/content.ts';
import { largestJpeg } from '../content/pictures.ts';
import { fullTitle, pages, type AppPath, type WordPagePath } from '../pages.ts';
import { ADDRESS_PLACEHOLDER, SHARE_IMAGE } from './site-files.ts';

/**
 * The title, and the search metadata, of a page whose body is rendered by a script. The page's own
 * title replaces this one (page-header.tsx); the rest is removed when another page replaces it
 * (root.tsx).
 */
export function ShellHead({ path, siteName }: PageOfSite) {
  return (
    <>
      <title data-shell="">{fullTitle(pages[path].title, siteName)}</title>
      <ListedHead path={path} siteName={siteName} />
    </>
  );
}

/** The title comes from the page itself. */
export function WordPageHead({ path, siteName }: { path: WordPagePath; siteName: string }) {
  return (
    <>
      <meta name="description" content={descriptions[path](siteName)} />
      <link rel="canonical" href={`${ADDRESS_PLACEHOLDER}${path}`} />
    </>
  );
}

type Findable = Exclude<(typeof findablePages)[number], typeof paths.home>;
/** What search engines say of a page that they may list. */
const descriptions: Readonly<Record<Findable, (siteName: string) => string>> = {
  [paths.signUp]: (siteName) =>
    `Create an account with ${siteName}: buy lesson credits and book weekly live group lessons in physics.`,
  [paths.signIn]: (siteName) =>
    `Sign in to ${siteName}: book lessons, see your credits and find your meeting links.`,
  [paths.terms]: (siteName) =>
    `The terms of lessons with ${siteName}: prices, cancelling, refunds and complaints.`,
  [paths.privacy]: (siteName) =>
    `What ${siteName} stores about families, why, for how long, and how to have it removed.`,
};

interface PageOfSite {
  path: AppPath;
  siteName: string;
}

/**
 * The description and canonical address of a page that may be indexed; nothing for any other page.
 */
function ListedHead({ path, siteName }: PageOfSite) {
  if (path !== paths.signUp && path !== paths.signIn) return null;
  return (
    <>
      <meta data-shell="" name="description" content={descriptions[path](siteName)} />
      <link data-shell="" rel="canonical" href={`${ADDRESS_PLACEHOLDER}${path}`} />
    </>
  );
}

/** The picture for link previews: the tutor's, or the one that is drawn. */
function shareImage({ content: { hero, site }, pictures }: PageWords) {
  const own = largestJpeg(site.share, pictures);
  if (own !== null) return own;
  return { ...SHARE_IMAGE, alt: `${hero.heading} ${site.name}: ${hero.label}` };
}

export function LandingHead(words: PageWords) {
  const { content, business, pictures } = words;
  const { hero, site } = content;
  const title = `${site.name}: ${hero.label}`;
  const image = shareImage(words);
  const properties = {
    'og:type': 'website',
    'og:site_name': site.name,
    'og:locale': 'en_GB',
    'og:title': title,
    'og:description': site.description,
    'og:url': `${ADDRESS_PLACEHOLDER}${paths.home}`,
    'og:image': `${ADDRESS_PLACEHOLDER}${image.path}`,
    'og:image:width': String(image.width),
    'og:image:height': String(image.height),
    'og:image:alt': image.alt,
  };
  const data = JSON.stringify(
    structuredData(content, business, {
      address: ADDRESS_PLACEHOLDER,
      image: image.path,
      logo: largestJpeg(site.logo, pictures)?.path,
      portrait: largestJpeg(content.profile.portrait, pictures)?.path,
    }),
  );
  return (
    <>
      <title>{title}</title>
      <meta name="description" content={site.description} />
      <link rel="canonical" href={`${ADDRESS_PLACEHOLDER}${paths.home}`} />
      {Object.entries(properties).map(([property, text]) => (
        <meta key={property} property={property} content={text} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      {/* A data block is never executed, so the Content-Security-Policy does not apply to it. */}
      <script
        type="application/ld+json"
        // oxlint-disable-next-line react/no-danger
        dangerouslySetInnerHTML={{ __html: data.replaceAll('<', String.raw`\u003c`) }}
      />
    </>
  );
}

const PENCE = 100;
/** The channel can also be a mailbox or a telephone. */
const isWebAddress = (link: string) => /^https?:/i.test(link);

interface Addresses {
  /** The site's public address, without a trailing slash. */
  address: string;
  /** The paths of pictures. */
  image: string;
  logo?: string | undefined;
  portrait?: string | undefined;
}

/**
 * Structured data about the lessons for search engines (schema.org JSON-LD), from the same content
 * and business settings as the page.
 */
export function structuredData(
  { contact, hero, profile, site }: Content,
  business: PublicBusiness,
  { address, image, logo, portrait }: Addresses,
): object {
  const linkAs = (name: string, path: string | undefined) =>
    path === undefined ? {} : { [name]: `${address}${path}` };
  const home = `${address}${paths.home}`;
  const organization = `${home}#organization`;
  const tutor = `${home}#tutor`;
  const person = {
    '@type': 'Person',
    '@id': tutor,
    name: site.tutor,
    jobTitle: hero.trust.role,
    ...linkAs('image', portrait),
    knowsAbout: profile.claims.map(({ title }) => title),
  };
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'EducationalOrganization',
        '@id': organization,
        name: site.name,
        description: site.description,
        url: home,
        ...linkAs('image', image),
        ...linkAs('logo', logo),
        email: contact.email,
        telephone: contact.phoneLink,
        areaServed: 'GB',
        ...(isWebAddress(profile.channel.address) ? { sameAs: [profile.channel.address] } : {}),
        employee: person,
      },
      {
        '@type': 'Course',
        name: site.name,
        description: site.description,
        provider: { '@type': 'EducationalOrganization', '@id': organization, name: site.name },
        inLanguage: 'en-GB',
        educationalLevel: ['GCSE', 'A-level'],
        about: hero.label,
        offers: {
          '@type': 'Offer',
          category: 'Paid',
          price: (lessonPricePence(business) / PENCE).toFixed(2),
          priceCurrency: CURRENCY.toUpperCase(),
          availability: 'https://schema.org/InStock',
          url: `${home}#${contactAnchor}`,
        },
        hasCourseInstance: {
          '@type': 'CourseInstance',
          courseMode: 'Online',
          // Per week. A courseSchedule would need the number of weeks, and the course is
          // open-ended.
          courseWorkload: `PT${LESSON_MINUTES}M`,
          instructor: { '@type': 'Person', '@id': tutor, name: site.tutor },
        },
      },
    ],
  };
}

interface DocumentProps {
  accent: Accent;
  /** Elements for the head: title, stylesheet, preloads, scripts. */
  head: ReactNode;
  /** Shown until the script takes over, or HTML to hydrate as it is. */
  body: ReactNode | { readonly html: string };
}

const isHtml = (body: DocumentProps['body']): body is { readonly html: string } =>
  typeof body === 'object' && body !== null && 'html' in body;

/** <Document>: the HTML document around every page. */
export function Document({ accent, head, body }: DocumentProps) {
  return (
    <html lang="en-GB" {...(accent === DEFAULT_ACCENT ? {} : { 'data-accent': accent })}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f8f4ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#10172a" media="(prefers-color-scheme: dark)" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {head}
      </head>
      <body>
        {isHtml(body) ? (
          // Rendered separately by React, because its ids depend on the root of the rendering.
          // oxlint-disable-next-line react/no-danger
          <div id="root" dangerouslySetInnerHTML={{ __html: body.html }} />
        ) : (
          <div id="root">{body}</div>
        )}
      </body>
    </html>
  );
}
