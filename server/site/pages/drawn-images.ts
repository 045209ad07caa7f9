// The share image and the icons: those of the build, until the words that they show have changed.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { namesTag } from '../../http/headers.ts';
import { runAlone } from '../../pictures/alone.ts';
import { type DrawnFile, type Drawings, drawnPaths } from '../../pictures/drawings.ts';
import type { Build } from './built-pages.ts';

const SECONDS = 60;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ico': 'image/vnd.microsoft.icon',
};

interface Image {
  readonly bytes: Buffer;
  readonly etag: string;
}

const toImage = (bytes: Buffer): Image => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});

export interface ServedImages {
  /** Draws them anew; null for those of the build. Throws if they cannot be drawn. */
  readonly show: (drawings: Drawings | null) => Promise<void>;
}

/** Registers the images. A build may lack some. */
export async function serveDrawnImages(
  app: FastifyInstance,
  { folder }: Pick<Build, 'folder'>,
): Promise<ServedImages> {
  const own = new Map<string, Image>();
  for (const path of drawnPaths) {
    const bytes = await readFile(join(folder, path)).catch(() => null);
    if (bytes !== null) own.set(path, toImage(bytes));
  }
  let current: ReadonlyMap<string, Image> = own;
  /** What was asked for last; undefined when that could not be drawn. */
  let requested: string | null | undefined = null;

  for (const path of drawnPaths)
    app.get(path, (request, reply) => {
      const image = current.get(path);
      if (image === undefined) return reply.callNotFound();
      void reply.headers({ 'cache-control': 'public, max-age=3600', etag: image.etag });
      if (namesTag(request.headers['if-none-match'] ?? '', image.etag))
        return reply.code(304).send();
      return reply.type(MEDIA_TYPES[extname(path)] ?? '').send(image.bytes);
    });

  return {
    async show(drawings) {
      const next = drawings === null ? null : JSON.stringify(drawings);
      if (next === requested) return;
      requested = next;
      if (drawings === null) {
        current = own;
        return;
      }
      const program = { name: 'draw-images', seconds: SECONDS } as const;
      const files = await runAlone<DrawnFile[]>(program, drawings);
      // The words may have changed again meanwhile.
      if (requested !== next) return;
      if (typeof files === 'string') {
        requested = undefined;
        throw new Error(`the images could not be drawn: ${files}`);
      }
      current = new Map(files.map(({ path, bytes }) => [path, toImage(Buffer.from(bytes))]));
    },
  };
}
