// The pages of the current build, ready to be sent: with the site's address, compressed, and with
// their policies. Renders them again with other words.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import * as z from 'zod';

import { manifestPath } from '../../../domain/paths.ts';
import type { PageWords } from '../../../domain/site/content.ts';
import { StartupError } from '../../base/startup-error.ts';
import { type Encoding, ENCODINGS } from '../../http/compression.ts';
import type { Drawings } from '../../pictures/drawings.ts';
import { lockServedBuild } from './build-locks.ts';
import { PAGES_FILE } from './builds.ts';
import { readRenderer, type SiteRenderer } from './renderer.ts';

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
});
export type Pages = z.infer<typeof pagesSchema>;

/** The web app's manifest, in the folder of the built files. */
export const MANIFEST_FILE = manifestPath.slice(1);

export interface BuiltPage {
  /** The page in this encoding; null is plain. Compressed or read at the first call, and kept. */
  readonly encode: (encoding: Encoding | null) => Promise<Buffer>;
  readonly etag: string;
  readonly policy: string;
}

/** What is served at the moment. */
export interface PageSet {
  readonly pages: ReadonlyMap<string, BuiltPage>;
  readonly notFound: BuiltPage;
  /** The web app's manifest. */
  readonly manifest: BuiltPage;
  /** The drawings of the share image and the icons; null for those of the build. */
  readonly drawings: Drawings | null;
}

export interface Build {
  readonly folder: string;
  readonly sampleContent: boolean;
  readonly pageSet: PageSet;
  readonly renderer: SiteRenderer;
  readonly render: (words: PageWords) => Promise<PageSet>;
  /** Inserts the site's address into rendered HTML. */
  readonly withAddress: (html: string) => string;
  /** Allows the build to be removed. */
  readonly release: () => void;
}

function contentSecurityPolicy({ scripts, styles, attributes }: z.infer<typeof inlineSchema>) {
  const joinHashes = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  return [
    // What Firefox prefetches falls under this; whatever else may be loaded is listed.
    "default-src 'self'",
    "child-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
    `script-src 'self'${joinHashes(scripts)}`,
    `style-src 'self'${joinHashes(styles)}`,
    ...(attributes.length === 0 ? [] : [`style-src-attr 'unsafe-hashes'${joinHashes(attributes)}`]),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `file` is a built file with the same content; null when there is none. */
function encoderOf(plain: Buffer, file: string | null): BuiltPage['encode'] {
  const cache = new Map<Encoding, Promise<Buffer>>();
  const make = (encoding: Encoding) => {
    if (file !== null) return readFile(`${file}.${encoding === 'br' ? 'br' : 'gz'}`);
    if (encoding === 'gzip') return promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION });
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    return promisify(brotliCompress)(plain, { params });
  };
  return async (encoding) => {
    if (encoding === null) return plain;
    const cached = cache.get(encoding);
    if (cached !== undefined) return cached;
    // Those who ask meanwhile wait for the same one; a failure is not kept.
    const made = make(encoding);
    cache.set(encoding, made);
    made.catch(() => cache.delete(encoding));
    return made;
  };
}

/** Encodes all pages, one after the other, before anybody waits for that. */
export async function encodeAll({ pages, notFound, manifest }: PageSet): Promise<void> {
  for (const page of [...pages.values(), notFound, manifest])
    for (const encoding of ENCODINGS) await page.encode(encoding);
}

async function readPages(folder: string): Promise<Pages> {
  return pagesSchema.parse(JSON.parse(await readFile(join(folder, PAGES_FILE), 'utf8')));
}

/** Makes pages of the build's HTML, or of HTML rendered since, with the site's address in it. */
function createPages(folder: string, report: Pages, appUrl: string) {
  const withAddress = (html: string) => html.replaceAll(report.addressPlaceholder, () => appUrl);
  const toPage = (file: string, html: string, isChanged: boolean): BuiltPage => {
    const plain = Buffer.from(html);
    const inline = report.inline[file] ?? { scripts: [], styles: [], attributes: [] };
    return {
      encode: encoderOf(plain, isChanged ? null : join(folder, file)),
      etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
      // The words of a page are no part of its scripts and styles.
      policy: contentSecurityPolicy(inline),
    };
  };
  return {
    withAddress,
    async built(file: string): Promise<BuiltPage> {
      const built = await readFile(join(folder, file), 'utf8');
      const html = withAddress(built);
      return toPage(file, html, html !== built);
    },
    rendered(file: string, html: string | undefined): BuiltPage {
      if (html === undefined) throw new Error(`${file} was not rendered`);
      return toPage(file, withAddress(html), true);
    },
  };
}

/**
 * Reads the build to serve from `dist` and inserts the site's address. Throws a StartupError if
 * there is no complete build.
 */
export async function readBuild(dist: string, appUrl: string): Promise<Build> {
  let release: Build['release'] = () => undefined;
  try {
    const build = lockServedBuild(dist);
    release = () => void build.close();
    const folder = join(build.folder, 'client');
    const report = await readPages(build.folder);
    const make = createPages(folder, report, appUrl);
    const files = Object.entries(report.pages);
    const own: PageSet = {
      pages: new Map(
        await Promise.all(
          files.map(async ([path, file]) => [path, await make.built(file)] as const),
        ),
      ),
      notFound: await make.built(report.notFound),
      manifest: await make.built(MANIFEST_FILE),
      drawings: null,
    };
    const renderer = await readRenderer(build.folder);
    const render = async (words: PageWords): Promise<PageSet> => {
      if (renderer.isBuiltWith(words)) return own;
      const { pages, notFound, manifest, images } = await renderer.render(words);
      return {
        pages: new Map(files.map(([path, file]) => [path, make.rendered(file, pages[path]?.html)])),
        notFound: make.rendered(report.notFound, notFound.html),
        manifest: make.rendered(MANIFEST_FILE, JSON.stringify(manifest)),
        drawings: images,
      };
    };
    return {
      folder,
      sampleContent: report.sampleContent,
      pageSet: own,
      renderer,
      render,
      withAddress: make.withAddress,
      release,
    };
  } catch (cause) {
    release();
    throw new StartupError('The web app has not been built; run "npm run build" first.', { cause });
  }
}
