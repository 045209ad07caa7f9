// The heads of pages for search engines, link previews and browser tabs.
import { paths } from '../../domain/paths.ts';
import { largestJpeg } from '../content/pictures.ts';
import { structuredData } from '../landing/structured-data.ts';
import { fullTitle, pages, type AppPath, type WordPagePath } from '../pages.ts';
import type { Words } from './render-page.tsx';
import { ADDRESS_PLACEHOLDER, SHARE_IMAGE } from './site-files.ts';

/**
 * The title, and the search metadata, of a page whose body is rendered by a script. The page's own
 * title replaces this one (page-title.tsx); the rest is removed when another page replaces it
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
export function WordPageHead({ path, siteName }: WordPageProps) {
  return (
    <>
      <meta name="description" content={wordPageDescriptions[path](siteName)} />
      <link rel="canonical" href={`${ADDRESS_PLACEHOLDER}${path}`} />
    </>
  );
}

interface WordPageProps {
  readonly path: WordPagePath;
  readonly siteName: string;
}

const wordPageDescriptions: Readonly<Record<WordPagePath, (siteName: string) => string>> = {
  [paths.terms]: (siteName) =>
    `The terms of lessons with ${siteName}: prices, cancelling, refunds and complaints.`,
  [paths.privacy]: (siteName) =>
    `What ${siteName} stores about families, why, for how long, and how to have it removed.`,
};

interface PageOfSite {
  readonly path: AppPath;
  readonly siteName: string;
}

/**
 * The description and canonical address of a page that may be indexed; nothing for any other page.
 */
function ListedHead({ path, siteName }: PageOfSite) {
  const description = pages[path].description?.(siteName);
  return description === undefined ? null : (
    <>
      <meta data-shell="" name="description" content={description} />
      <link data-shell="" rel="canonical" href={`${ADDRESS_PLACEHOLDER}${path}`} />
    </>
  );
}

/** The picture for link previews: the tutor's, or the one that is drawn. */
function shareImage({ content: { hero, site }, pictures }: Words) {
  const own = largestJpeg(site.share, pictures);
  if (own !== null) return own;
  return { ...SHARE_IMAGE, alt: `${hero.heading} ${site.name}: ${hero.label}` };
}

export function LandingHead(words: Words) {
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
