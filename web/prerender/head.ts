// What the pages say in their heads to search engines, link previews and a browser's tab.
import { paths } from '../../domain/paths.ts';
import type { Content } from '../content/schema.ts';
import { structuredData } from '../landing/structured-data.ts';
import { fullTitle, pages, type AppPath } from '../pages/pages.ts';

/** Stands for the site's public address, which only the server knows; it puts it in at start. */
export const ADDRESS_PLACEHOLDER = 'https://address.invalid';

/** Made by scripts/build/images.ts. */
export const SHARE_IMAGE = { path: '/share.png', width: 1200, height: 630 } as const;

/**
 * The title, and what a search engine is told, of a page whose body only a script fills in. The page's own title replaces this
 * one (page-title.tsx); the rest goes when another page takes its place (root.tsx).
 */
export function shellHead(path: AppPath, siteName: string): string[] {
  return [
    `<title data-shell>${escapeText(fullTitle(pages[path].title, siteName))}</title>`,
    ...listedHead(path, siteName),
  ];
}

/** The description and the canonical address of a page that may be listed; nothing of any other. */
export function listedHead(path: AppPath, siteName: string): string[] {
  const description = pages[path].description?.(siteName);
  if (description === undefined) return [];
  return [
    `<meta data-shell name="description" content="${escapeAttribute(description)}">`,
    `<link data-shell rel="canonical" href="${ADDRESS_PLACEHOLDER}${path}">`,
  ];
}

export function landingHead(content: Content): string[] {
  const { hero, site } = content;
  const title = `${site.name}: ${hero.label}`;
  const image = `${ADDRESS_PLACEHOLDER}${SHARE_IMAGE.path}`;
  return [
    `<title>${escapeText(title)}</title>`,
    `<meta name="description" content="${escapeAttribute(site.description)}">`,
    `<link rel="canonical" href="${ADDRESS_PLACEHOLDER}${paths.home}">`,
    ...properties({
      'og:type': 'website',
      'og:site_name': site.name,
      'og:locale': 'en_GB',
      'og:title': title,
      'og:description': site.description,
      'og:url': `${ADDRESS_PLACEHOLDER}${paths.home}`,
      'og:image': image,
      'og:image:width': String(SHARE_IMAGE.width),
      'og:image:height': String(SHARE_IMAGE.height),
      'og:image:alt': `${hero.heading} ${title}`,
    }),
    '<meta name="twitter:card" content="summary_large_image">',
    // A data block is never run, so the Content-Security-Policy has nothing to say about it.
    `<script type="application/ld+json">${JSON.stringify(structuredData(content, ADDRESS_PLACEHOLDER)).replaceAll('<', String.raw`\u003c`)}</script>`,
  ];
}

function properties(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(
    ([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">`,
  );
}

function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** The web app's manifest: what the site is called once it is put on a phone's home screen. */
export function webManifest({ site }: Content): object {
  return {
    name: site.name,
    short_name: site.name,
    description: site.description,
    lang: 'en-GB',
    start_url: paths.home,
    scope: '/',
    display: 'minimal-ui',
    background_color: '#f8f4ea',
    theme_color: '#f8f4ea',
    icons: [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  };
}
