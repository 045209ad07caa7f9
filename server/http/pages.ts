// Serves the built web app: its files, its HTML pages with their headers, and 404 for every other
// path.
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { PublicBusiness } from '../../domain/business.ts';
import { findablePages, paths } from '../../domain/paths.ts';
import { repeat } from '../repeat.ts';
import { type Page, readBuild } from './built-pages.ts';
import { OF_DOCUMENTS } from './headers.ts';
import { holdsKey } from './keys.ts';
import { serveSitemap } from './sitemap.ts';

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  status: 200 | 404,
): FastifyReply {
  void reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', holdsKey(request.url) ? 'no-store' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (status === 200 && request.headers['if-none-match'] === page.etag)
    return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(page.encodings.get(encoding));
}

/** How often each process looks whether the pages have to say something else. */
export const LOOK_EVERY_MS = 1000;

/**
 * Registers files and pages from the current build in `dist`, locked until the app closes; `appUrl`
 * has no trailing slash. Renders the pages again when `readBusiness` returns other settings; if that
 * fails, they stay as they are. The returned function answers an unknown page path.
 */
export async function servePages(
  app: FastifyInstance,
  dist: string,
  appUrl: string,
  readBusiness: (() => Promise<PublicBusiness>) | null = null,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const { folder, render, release, sampleContent, ...build } = await readBuild(dist, appUrl);
  let { shown } = build;
  app.addHook('onClose', async () => release());
  if (readBusiness !== null && render !== null) {
    let known: string | null = null;
    const work = async () => {
      const business = await readBusiness();
      const text = JSON.stringify(business);
      if (text === known) return;
      // Settings that cannot be rendered are not tried again.
      known = text;
      shown = await render(business);
    };
    const complaint = 'failed to render the pages with the business settings';
    // The first answer already says what is set.
    await work().catch((error: unknown) => app.log.error({ err: error }, complaint));
    const stop = repeat({ everyMs: LOOK_EVERY_MS, work, log: app.log, complaint });
    app.addHook('onClose', stop);
  }
  if (sampleContent) {
    const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(appUrl).hostname);
    app.log[isLocalhost ? 'info' : 'warn'](
      'the site is still using sample content about an invented tutor: write your own in web/content',
    );
  }
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['*.html', '**/*.br', '**/*.gz'],
    setHeaders(reply, path) {
      // Names under assets/ change with their content.
      const isHashed = path.startsWith(join(folder, 'assets'));
      void reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      if (isHashed) for (const name of OF_DOCUMENTS) void reply.removeHeader(name);
    },
  });
  serveSitemap(app, appUrl);
  const isFindable = (path: string) => findablePages.some((page) => page === path);
  for (const [path, built] of shown.pages) {
    app.get(path, (request, reply) => {
      if (!isFindable(path)) void reply.header('x-robots-tag', 'noindex');
      return send(request, reply, shown.pages.get(path) ?? built, 200);
    });
    // Page paths have no trailing slash, but people and programs add one.
    if (path !== paths.home)
      app.get<{ Params: Readonly<Record<string, string>> }>(
        `${path}/`,
        ({ url, params }, reply) => {
          const at = path.replaceAll(/:(\w+)/g, (_, name: string) =>
            encodeURIComponent(params[name] ?? ''),
          );
          const query = url.indexOf('?');
          return reply.redirect(query < 0 ? at : at + url.slice(query), 308);
        },
      );
  }
  return (request, reply) => send(request, reply, shown.notFound, 404);
}
