// What the prerendered pages tell search engines and link previews in their heads, beside the title and description.
import { paths, type PagePath } from '../domain/paths.ts';
import { hero, site } from './content/tutor.ts';
import { structuredData } from './landing/structured-data.ts';

/** Stands for the site's public address, which only the server knows; it puts it in at start. */
export const ADDRESS_PLACEHOLDER = 'https://address.invalid';

/** Made by scripts/make-images.ts. */
export const SHARE_IMAGE = { path: '/share.png', width: 1200, height: 630 } as const;

export function landingHead(): string[] {
  const title = `${site.name}: ${hero.label}`;
  const image = `${ADDRESS_PLACEHOLDER}${SHARE_IMAGE.path}`;
  return [
    canonical(paths.home),
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
    `<script type="application/ld+json">${JSON.stringify(structuredData(ADDRESS_PLACEHOLDER)).replaceAll('<', String.raw`\u003c`)}</script>`,
  ];
}

export function canonical(path: PagePath): string {
  return `<link rel="canonical" href="${ADDRESS_PLACEHOLDER}${path}">`;
}

function properties(values: Readonly<Record<string, string>>): string[] {
  return Object.entries(values).map(
    ([property, content]) => `<meta property="${property}" content="${escapeAttribute(content)}">`,
  );
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The web app's manifest: what the site is called once it is put on a phone's home screen. */
export function webManifest(): object {
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
