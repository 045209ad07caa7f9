// Serves the built web app: its files, its HTML pages with their headers, and 404 for every other
// path.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { type Seller, sellerSchema } from '../../domain/invoice.ts';
import { findablePages, paths } from '../../domain/paths.ts';
import { StartupError } from '../startup-error.ts';
import { holdCurrentBuild, PAGES_FILE } from './builds.ts';
import { OF_DOCUMENTS } from './headers.ts';
import { holdsKey } from './keys.ts';
import { serveSitemap } from './sitemap.ts';

const inlineSchema = z.object({
  scripts: z.array(z.string()),
  /** Hashes of style elements. */
  styles: z.array(z.string()),
  /** Hashes of style attributes. */
  attributes: z.array(z.string()).default([]),
});

/** The build's report about its pages. */
const pagesSchema = z.object({
  /** Page path to HTML file, for every page. */
  pages: z.record(z.string(), z.string()),
  /** The HTML file for unknown paths. */
  notFound: z.string(),
  /** HTML file to the hashes of its inline content, for its Content-Security-Policy. */
  inline: z.record(z.string(), inlineSchema),
  /** The placeholder of the site's address in the pages. */
  addressPlaceholder: z.string().min(1),
  /** Whether the site still has the sample content. */
  sampleContent: z.boolean(),
  /** The business in the site's content: its name, who teaches, and its contact address. */
  business: z.object({ name: z.string(), tutor: z.string(), email: z.string() }),
  /** The seller named on invoices. */
  seller: sellerSchema,
});
export type Pages = z.infer<typeof pagesSchema>;

interface Page {
  readonly encodings: ReadonlyMap<string, Buffer>;
  readonly etag: string;
  readonly policy: string;
}

interface Build {
  readonly folder: string;
  readonly sampleContent: boolean;
  readonly pages: ReadonlyMap<string, Page>;
  readonly notFound: Page;
  /** Allows the build to be removed. */
  readonly release: () => void;
}

function contentSecurityPolicy({
  scripts,
  styles,
  attributes,
}: z.infer<typeof inlineSchema>): string {
  const listed = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${listed(scripts)}`,
    `style-src 'self'${listed(styles)}`,
    ...(attributes.length === 0 ? [] : [`style-src-attr 'unsafe-hashes'${listed(attributes)}`]),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function encode(
  folder: string,
  file: string,
  plain: Buffer,
  isChanged: boolean,
): Promise<Page['encodings']> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  const [br, gz] = await Promise.all([
    isChanged ? promisify(brotliCompress)(plain, { params }) : readFile(join(folder, `${file}.br`)),
    isChanged
      ? promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION })
      : readFile(join(folder, `${file}.gz`)),
  ]);
  return new Map([
    ['br', br],
    ['gzip', gz],
    ['identity', plain],
  ]);
}

export interface Business {
  readonly name: string;
  /** Who teaches; null if unknown. */
  readonly tutor: string | null;
  readonly email: string | null;
  readonly seller: Seller;
}

/** The business in the built pages; its address is null while the site has sample content. */
export async function readBusiness(dist: string): Promise<Business> {
  const build = holdCurrentBuild(dist);
  try {
    const { business, seller, sampleContent } = await readPages(build.folder);
    const { name, tutor, email } = business;
    return { name, tutor, email: sampleContent ? null : email, seller };
  } finally {
    build.close();
  }
}

async function readPages(folder: string): Promise<Pages> {
  return pagesSchema.parse(JSON.parse(await readFile(join(folder, PAGES_FILE), 'utf8')));
}

/**
 * Reads the current build in `dist` and inserts the site's address. Throws a StartupError if there
 * is no complete build.
 */
async function readBuild(dist: string, appUrl: string): Promise<Build> {
  let release: Build['release'] = () => undefined;
  try {
    const build = holdCurrentBuild(dist);
    release = () => void build.close();
    const folder = join(build.folder, 'client');
    const manifest = await readPages(build.folder);
    const readPage = async (file: string): Promise<Page> => {
      const built = await readFile(join(folder, file), 'utf8');
      const html = built.replaceAll(manifest.addressPlaceholder, appUrl);
      const plain = Buffer.from(html);
      return {
        encodings: await encode(folder, file, plain, html !== built),
        etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
        policy: contentSecurityPolicy(
          manifest.inline[file] ?? { scripts: [], styles: [], attributes: [] },
        ),
      };
    };
    const pages = new Map(
      await Promise.all(
        Object.entries(manifest.pages).map(
          async ([path, file]) => [path, await readPage(file)] as const,
        ),
      ),
    );
    return {
      folder,
      sampleContent: manifest.sampleContent,
      pages,
      notFound: await readPage(manifest.notFound),
      release,
    };
  } catch (cause) {
    release();
    throw new StartupError('The web app has not been built; run "npm run build" first.', { cause });
  }
}

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

/**
 * Registers files and pages from the current build in `dist`, locked until the app closes; `appUrl`
 * has no trailing slash. The returned function answers an unknown page path.
 */
export async function servePages(
  app: FastifyInstance,
  dist: string,
  appUrl: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const { folder, notFound, pages, release, sampleContent } = await readBuild(dist, appUrl);
  app.addHook('onClose', async () => release());
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
  for (const [path, page] of pages) {
    app.get(path, (request, reply) => {
      if (!isFindable(path)) void reply.header('x-robots-tag', 'noindex');
      return send(request, reply, page, 200);
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
  return (request, reply) => send(request, reply, notFound, 404);
}
