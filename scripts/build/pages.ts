// Writes the HTML pages, the web app's manifest, and pages.json, which describes the pages to the
// server.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { businessSchema, DEFAULT_BUSINESS, toPublicBusiness } from '../../domain/business.ts';
import type { Endpoint } from '../../domain/endpoint.ts';
import { getProfile, listLessons } from '../../domain/endpoints.ts';
import { paths, type PagePath } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { emailStyles } from '../../server/email/render.ts';
import { MANIFEST_FILE, type Pages } from '../../server/site/pages/built-pages.ts';
import { INPUTS_FILE } from '../../server/site/pages/renderer.ts';
import { appPaths, audienceOf, pageFile } from '../../web/pages.ts';
import type { BuiltFiles, RenderedPage } from '../../web/prerender/render-page.tsx';
import type { renderSite } from '../../web/prerender/render-site.ts';
import { ADDRESS_PLACEHOLDER } from '../../web/prerender/site-files.ts';

export const LANDING_ENTRY = 'web/landing/entry-landing.tsx';
export const APP_ENTRY = 'web/app/entry-client.tsx';

/**
 * Pages from which the tutor reaches the previews of emails and of the site without loading a new
 * document. A preview's frame inherits the policy of its document, so these pages need that policy
 * too.
 */
const SHOWING_PREVIEWS: ReadonlySet<string> = new Set([
  ...appPaths.filter((page) => audienceOf(page) === 'admin'),
  paths.adminLogin,
  paths.setup,
  paths.forgotPassword,
  paths.resetPassword,
]);

/** What a page calls first: its inline script does, while the app's scripts are on their way. */
const EARLY_CALLS: Partial<Record<PagePath, readonly Endpoint[]>> = {
  [paths.familyHome]: [getProfile, listLessons],
};

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The module built from web/prerender/render-site.ts. */
interface Renderer {
  readonly renderSite: typeof renderSite;
}

interface PageSources {
  manifest: Manifest;
  /** The folder of the built files, where the pages are written. */
  client: string;
  /** The module that renders the pages; what it is called with is written beside it. */
  renderer: string;
  /** The texts of landing/early-script.ts and app/early-script.ts. */
  earlyScripts: { landing: string; app: string };
  content: Content;
}

/** Writes every page. Returns what the server needs to know about them. */
export async function writePages(sources: PageSources): Promise<Pages> {
  const { client, renderer } = sources;
  const { renderSite: render } = (await import(pathToFileURL(renderer).href)) as Renderer;
  const words = {
    content: { ...sources.content },
    business: toPublicBusiness(businessSchema.parse(DEFAULT_BUSINESS)),
    pictures: [],
  };
  const built = builtFiles(sources);
  const site = await render(words, built);
  const inline: Record<string, Pages['inline'][string]> = {};
  const { sheet, inline: ofEmails } = await emailStyles();
  const write = (page: string, { html, scripts, styles }: RenderedPage) => {
    const file = `${nameOf(page)}.html`;
    writeFileSync(path.join(client, file), html);
    const isShowing = SHOWING_PREVIEWS.has(page);
    if (scripts.length + styles.length > 0 || isShowing)
      inline[file] = {
        scripts: scripts.map(cspHash),
        styles: (isShowing ? [...styles, sheet, built.landing.style] : styles).map(cspHash),
        attributes: (isShowing ? ofEmails : []).map(cspHash),
      };
    return file;
  };

  const pages: Record<string, string> = {};
  for (const [page, rendered] of Object.entries(site.pages)) pages[page] = write(page, rendered);
  writeFileSync(path.join(client, MANIFEST_FILE), JSON.stringify(site.manifest));
  writeFileSync(path.join(path.dirname(renderer), INPUTS_FILE), JSON.stringify({ words, built }));
  return {
    pages,
    notFound: write('not found', site.notFound),
    inline,
    addressPlaceholder: ADDRESS_PLACEHOLDER,
    sampleContent: words.content.site.sampleNotice !== '',
  };
}

/**
 * The base name of a page's document: '/payment/success' is in payment-success.html. Parameters of
 * the path are left out.
 */
function nameOf(page: string): string {
  return page === paths.home
    ? 'index'
    : page
        .replaceAll(/\/:\w+/g, '')
        .replace(/^\//, '')
        .replaceAll(/[/ ]/g, '-');
}

function builtFiles({ manifest, client, earlyScripts }: PageSources): BuiltFiles {
  const landing = chunksFor(manifest, [LANDING_ENTRY]);
  const app = chunksFor(manifest, [APP_ENTRY]);
  const scripts = scriptsOf(app);
  const own: { [Page in PagePath]?: BuiltFiles['app']['own'][Page] } = {};
  for (const page of appPaths) {
    const audience = audienceOf(page);
    if (audience === null) continue;
    const all = scriptsOf(chunksFor(manifest, [APP_ENTRY, pageFile(page)]));
    own[page] = {
      audience,
      scripts: all.filter((script) => !scripts.includes(script)),
      calls: (EARLY_CALLS[page] ?? []).map(({ path: address }) => address),
    };
  }
  return {
    landing: {
      style: cssOf(landing)
        .map((file) => readFileSync(path.join(client, file), 'utf8').trim())
        .join(''),
      earlyScript: earlyScripts.landing,
      scripts: scriptsOf(landing),
      fonts: fontsOf(landing),
    },
    app: { scripts, styles: cssOf(app), fonts: fontsOf(app), earlyScript: earlyScripts.app, own },
  };
}

/** The built files of these modules and of everything that they import. */
function chunksFor(manifest: Manifest, keys: readonly string[]): readonly Chunk[] {
  const chunks = new Map<string, Chunk>();
  const visit = (key: string) => {
    if (chunks.has(key)) return;
    const chunk = manifest[key];
    if (chunk === undefined) throw new Error(`the build produced no file for ${key}`);
    chunks.set(key, chunk);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...chunks.values()];
}

const addresses = (files: Iterable<string>) => [...new Set(files)].map((file) => `/${file}`);
const scriptsOf = (chunks: readonly Chunk[]) => addresses(chunks.map(({ file }) => file));
const cssOf = (chunks: readonly Chunk[]) => addresses(chunks.flatMap(({ css = [] }) => css));

/** The fonts that every page needs; those for accents and formulas load when a text has them. */
function fontsOf(chunks: readonly Chunk[]): string[] {
  const isFirst = (file: string) => file.endsWith('.woff2') && !/accents|math/.test(file);
  return addresses(chunks.flatMap(({ assets = [] }) => assets.filter(isFirst)));
}

function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
