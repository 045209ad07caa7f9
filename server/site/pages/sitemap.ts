// Files for search engines: robots.txt and the sitemap, with the site's own address.
import type { FastifyInstance } from 'fastify';

import { joinPath, findablePages } from '../../../domain/paths.ts';

const MAX_AGE = 'public, max-age=3600';

/** `appUrl` has no trailing slash. */
export function serveSitemap(app: FastifyInstance, appUrl: string): void {
  const robots = [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${joinPath('')}`,
    // Calendar feeds must stay allowed: Google's calendar does not fetch URLs that are disallowed
    // for robots.
    '',
    `Sitemap: ${appUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...findablePages.map((path) => `<url><loc>${escapeXml(appUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  app.get('/robots.txt', (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', MAX_AGE).send(robots),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml; charset=utf-8').header('cache-control', MAX_AGE).send(sitemap),
  );
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
