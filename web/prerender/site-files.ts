// The files that describe the site: the web app's manifest, the share image and the address in
// them.
import { paths } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';

/**
 * A placeholder for the site's public address, which only the server knows and inserts at start. No
 * text of the tutor can contain it: forms and calls refuse control characters. Of these, a C1 one
 * reaches HTML and JSON unescaped.
 */
export const ADDRESS_PLACEHOLDER = '\u0091address\u0092';

/** Made by scripts/build/images.ts. */
export const SHARE_IMAGE = { path: '/share.png', width: 1200, height: 630 } as const;

/** The web app's manifest: the site's name on a phone's home screen. */
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
