// Serves the built web app: its files, its HTML pages with their headers, and 404 for every other
// path.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { LessonOffer } from '../../../domain/lessons/next-lesson.ts';
import { findablePages, paths, joinPath } from '../../../domain/paths.ts';
import type { PageWords } from '../../../domain/site/content.ts';
import type { PreviewedPage } from '../../../domain/site/site.ts';
import { chooseEncoding } from '../../http/compression.ts';
import { OF_CHANGING_FILES, OF_DOCUMENTS, namesTag } from '../../http/headers.ts';
import { containsKey } from '../../http/keys.ts';
import { drawnPaths } from '../../pictures/drawings.ts';
import { repeat } from '../../process/repeat.ts';
import {
  type Build,
  encodeAll,
  MANIFEST_FILE,
  type BuiltPage,
  type PageSet,
} from './built-pages.ts';
import { serveDrawnImages, type ServedImages } from './drawn-images.ts';

const HTML = 'text/html; charset=utf-8';

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  page: BuiltPage,
  { status = 200, type = HTML }: { status?: 200 | 404; type?: string } = {},
) {
  void reply
    .code(status)
    .type(type)
    .header('content-security-policy', page.policy)
    .header('cache-control', containsKey(request.url) ? 'no-store' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (status === 200 && namesTag(request.headers['if-none-match'] ?? '', page.etag))
    return reply.code(304).send();
  const encoding = chooseEncoding(request.headers);
  if (encoding !== null) void reply.header('content-encoding', encoding);
  return reply.send(await page.encode(encoding));
}

/** How often each process checks for words and business settings that have changed. */
export const CHECK_EVERY_MS = 1000;

/** The pages of this process, as the calls of the site's editor use them. */
export interface SitePages {
  /** Renders every page; throws if one cannot be rendered. */
  readonly tryOut: (words: PageWords) => Promise<void>;
  /** The HTML of a page, without scripts, as visitors see it who are offered these lessons. */
  readonly preview: (
    page: PreviewedPage,
    words: PageWords,
    offered: LessonOffer,
  ) => Promise<string>;
  /** Whether they say the words that are published. */
  readonly isRendered: () => boolean;
}

interface ServedPages extends SitePages {
  /** Answers an unknown page path. */
  readonly answerUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/**
 * Registers files and pages of the build, which stays locked until the app closes. Renders the
 * pages again when `readWords` returns other words; if that fails, they stay as they are.
 */
export async function servePages(
  app: FastifyInstance,
  build: Build,
  appUrl: string,
  readWords: (() => Promise<PageWords>) | null = null,
): Promise<ServedPages> {
  const { renderer, withAddress } = build;
  app.addHook('onClose', async () => build.release());
  const current: CurrentPages = {
    pageSet: build.pageSet,
    isRendered: true,
    isSample: build.sampleContent,
  };
  // Takes more time than the rest of the start, so the first answer does not wait for it.
  app.addHook('onListen', () => void compress(app, current));
  const images = await serveDrawnImages(app, build);
  if (readWords !== null) await followWords(app, { build, current, images, readWords });
  if (current.isSample) warnOfSample(app, appUrl);
  await serveFiles(app, build.folder);
  serveSitemap(app, appUrl);
  app.get(`/${MANIFEST_FILE}`, (request, reply) =>
    send(request, reply, current.pageSet.manifest, { type: 'application/manifest+json' }),
  );
  for (const [path, built] of current.pageSet.pages)
    servePage(app, path, () => current.pageSet.pages.get(path) ?? built);
  return {
    answerUnknown: (request, reply) =>
      send(request, reply, current.pageSet.notFound, { status: 404 }),
    async tryOut(words) {
      await renderer.render(words);
    },
    preview: async (...args) => withAddress(await renderer.preview(...args)),
    isRendered: () => current.isRendered,
  };
}

/** What is served at the moment. */
interface CurrentPages {
  pageSet: PageSet;
  /** Whether the latest words could be rendered. */
  isRendered: boolean;
  /** Whether the words are still the sample. */
  isSample: boolean;
}

const compress = (app: FastifyInstance, { pageSet }: CurrentPages) =>
  encodeAll(pageSet).catch((error: unknown) => {
    app.log.error(
      { err: error },
      'failed to compress the pages; each is tried again when it is asked for',
    );
  });

interface FollowedWords {
  build: Build;
  current: CurrentPages;
  images: ServedImages;
  readWords: () => Promise<PageWords>;
}

/** Renders the pages with the words as they are now, and again whenever they have changed. */
async function followWords(
  app: FastifyInstance,
  { build, current, images, readWords }: FollowedWords,
): Promise<void> {
  let rendered: { readonly content: unknown; readonly business: string } | null = null;
  const work = async () => {
    const words = await readWords();
    const next = { content: words.content, business: JSON.stringify(words.business) };
    if (next.content === rendered?.content && next.business === rendered.business) return;
    // Words that cannot be rendered are not tried again.
    rendered = next;
    current.isSample = words.content.site.sampleNotice !== '';
    try {
      current.pageSet = await build.render(words);
      current.isRendered = true;
      if (app.server.listening) void compress(app, current);
      // The pages do not wait for them, nor fail with them.
      images.show(current.pageSet.drawings).catch((error: unknown) => {
        app.log.error({ err: error }, 'failed to draw the share image and the icons');
      });
    } catch (error) {
      current.isRendered = false;
      throw error;
    }
  };
  const complaint = 'failed to render the pages with the published words';
  // The first answer already has the published words.
  await work().catch((error: unknown) => app.log.error({ err: error }, complaint));
  const stop = repeat({ everyMs: CHECK_EVERY_MS, work, log: app.log, complaint });
  app.addHook('onClose', stop);
}

function warnOfSample(app: FastifyInstance, appUrl: string): void {
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(appUrl).hostname);
  app.log[isLocalhost ? 'info' : 'warn'](
    'the site is still using sample content about an invented tutor: publish your own words',
  );
}

function servePage(app: FastifyInstance, path: string, page: () => BuiltPage): void {
  const isFindable = findablePages.some((findable) => findable === path);
  app.get(path, (request, reply) => {
    if (!isFindable) void reply.header('x-robots-tag', 'noindex');
    return send(request, reply, page());
  });
  if (path === paths.home) return;
  // Page paths have no trailing slash, but people and programs add one.
  app.get<{ Params: Readonly<Record<string, string>> }>(`${path}/`, ({ url, params }, reply) => {
    const at = path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? ''),
    );
    const query = url.indexOf('?');
    return reply.redirect(query < 0 ? at : at + url.slice(query), 308);
  });
}

const MAX_AGE = 'public, max-age=3600';

/** Serves the files of web/public, and those of assets/, whose names change with their content. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const isCompressed = (path: string) => /\.(?:br|gz)$/.test(path);
  await app.register(fastifyStatic, {
    root: assets,
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    allowedPath: (path) => !isCompressed(path),
    setHeaders(reply, path) {
      const isHashed = path.startsWith(assets);
      void reply.header(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : MAX_AGE,
      );
      if (!isHashed) return;
      for (const name of [...OF_DOCUMENTS, ...OF_CHANGING_FILES]) void reply.removeHeader(name);
    },
  });
  const own: string[] = [MANIFEST_FILE, ...drawnPaths.map((path) => path.slice(1))];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const { name } = entry;
    if (!entry.isFile() || name.endsWith('.html') || isCompressed(name) || own.includes(name))
      continue;
    app.get(`/${name}`, (_request, reply) => reply.sendFile(name, folder));
  }
}

/** `appUrl` has no trailing slash. */
function serveSitemap(app: FastifyInstance, appUrl: string): void {
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
