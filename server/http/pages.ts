// Serves the built web app: its files, its two HTML pages with their headers, and 404 for every other path.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';

import { paths } from '../../domain/paths.ts';
import { StartupError } from '../startup-error.ts';

const manifestSchema = z.object({
  /** Page path to HTML file; '*' is every path without an entry of its own. */
  pages: z.record(z.string(), z.string()),
  /** HTML file to the hashes of its inline scripts. */
  scriptHashes: z.record(z.string(), z.array(z.string())),
});

interface Page {
  readonly encodings: ReadonlyMap<string, Buffer>;
  readonly etag: string;
  readonly policy: string;
}

function contentSecurityPolicy(scriptHashes: readonly string[]): string {
  const hashes = scriptHashes.map((hash) => ` '${hash}'`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${hashes}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function readPage(folder: string, file: string, scriptHashes: readonly string[]): Page {
  const plain = readFileSync(join(folder, file));
  return {
    encodings: new Map([
      ['br', readFileSync(join(folder, `${file}.br`))],
      ['gzip', readFileSync(join(folder, `${file}.gz`))],
      ['identity', plain],
    ]),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    policy: contentSecurityPolicy(scriptHashes),
  };
}

/** Reads what the build left in `dist`. Throws a StartupError when there is no complete build. */
function readBuild(dist: string): { folder: string; pageAt: (path: string) => Page } {
  try {
    const folder = join(dist, 'client');
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')));
    const pages = new Map(
      Object.entries(manifest.pages).map(([path, file]) => [
        path,
        readPage(folder, file, manifest.scriptHashes[file] ?? []),
      ]),
    );
    const anyOther = pages.get('*');
    if (anyOther === undefined) throw new Error("pages.json names no page for '*'");
    return { folder, pageAt: (path) => pages.get(path) ?? anyOther };
  } catch (cause) {
    throw new StartupError('The web app has not been built; run "npm run build" first.', { cause });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, page: Page, status: 200 | 404): FastifyReply {
  void reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (status === 200 && request.headers['if-none-match'] === page.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
  return reply.send(page.encodings.get(encoding));
}

/** Registers files and pages from the build in `dist`. The returned function answers an unknown page path. */
export async function servePages(
  app: FastifyInstance,
  dist: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply> {
  const { folder, pageAt } = readBuild(dist);
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
    },
  });
  for (const path of Object.values(paths))
    app.get(path, (request, reply) => send(request, reply, pageAt(path), 200));
  return (request, reply) => send(request, reply, pageAt('*'), 404);
}
