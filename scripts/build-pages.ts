// The part of the build that writes the HTML pages, the web app's manifest and pages.json, which tells the server of them.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { paths } from '../domain/paths.ts';
import { site } from '../web/content/tutor.ts';
import { documentHtml } from '../web/document.ts';
import type { Rendered } from '../web/entry-prerender.tsx';
import { ADDRESS_PLACEHOLDER, canonical, landingHead, webManifest } from '../web/head.ts';
import { lateStart } from '../web/late-start.ts';

const LANDING = 'index.html';
const PRIVACY = 'privacy.html';
const NOT_FOUND = 'not-found.html';
const SHELL = 'app.html';

const LANDING_ENTRY = 'web/entry-landing.tsx';
const APP_ENTRY = 'web/entry-client.tsx';

/** What the server reads from dist/pages.json. */
export interface Pages {
  /** The file of each page path; '*' is every other page of the app. */
  readonly pages: Readonly<Record<string, string>>;
  readonly notFound: string;
  /** The inline scripts of each file, for the Content-Security-Policy. */
  readonly scriptHashes: Readonly<Record<string, readonly string[]>>;
  /** What the pages hold in place of the site's address. */
  readonly addressPlaceholder: string;
  /** Whether the words are still the invented tutor's. */
  readonly sampleContent: boolean;
}

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The module that the prerender build makes of web/entry-prerender.tsx. */
type Prerender = Readonly<
  Record<'renderLanding' | 'renderPrivacy' | 'renderNotFound' | 'renderShell', () => Promise<Rendered>>
>;

/** Writes into the folder `client`, with the prerenderer in the folder `prerendered`. */
export async function writePages(manifest: Manifest, client: string, prerendered: string): Promise<Pages> {
  const entryScript = path.join(prerendered, 'entry-prerender.js');
  const prerender = (await import(pathToFileURL(entryScript).href)) as Prerender;
  const landing = await prerender.renderLanding();
  const privacy = await prerender.renderPrivacy();
  const notFound = await prerender.renderNotFound();
  const shell = await prerender.renderShell();

  const appScripts = scriptsFor(manifest, [APP_ENTRY, 'web/app-frame.tsx']);
  const styles = stylesFor(manifest, APP_ENTRY);
  const inlineScript = await lateStartScript(manifest, appScripts);
  const write = (name: string, { head, body }: { head: readonly string[]; body: string }) => {
    const html = documentHtml({ head: head.join('\n'), body, prerendered: name === LANDING });
    // The Content-Security-Policy allows neither, and would break the page in silence.
    if (/<style[\s>]|\sstyle="/.test(html)) throw new Error(`${name} holds inline styles.`);
    writeFileSync(path.join(client, name), html);
  };

  write(LANDING, {
    head: [
      ...stylesFor(manifest, LANDING_ENTRY),
      landing.head,
      `<script>${inlineScript}</script>`,
      ...landingHead(),
    ],
    body: landing.body,
  });
  write(PRIVACY, { head: [...styles, privacy.head, canonical(paths.privacy)], body: privacy.body });
  write(NOT_FOUND, { head: [...styles, notFound.head], body: notFound.body });
  write(SHELL, {
    head: [
      ...styles,
      `<script type="module" src="/${chunkOf(manifest, APP_ENTRY).file}"></script>`,
      ...appScripts.map((file) => `<link rel="modulepreload" href="${file}">`),
    ],
    body: shell.body,
  });
  writeFileSync(path.join(client, 'site.webmanifest'), JSON.stringify(webManifest()));
  return {
    pages: { [paths.home]: LANDING, [paths.privacy]: PRIVACY, '*': SHELL },
    notFound: NOT_FOUND,
    scriptHashes: { [LANDING]: [cspHash(inlineScript)] },
    addressPlaceholder: ADDRESS_PLACEHOLDER,
    sampleContent: site.sampleNotice !== '',
  };
}

async function lateStartScript(manifest: Manifest, appScripts: readonly string[]): Promise<string> {
  const { minify } = await import('rolldown/utils');
  const scripts = scriptsFor(manifest, [LANDING_ENTRY]);
  const known = JSON.stringify([
    `/${chunkOf(manifest, LANDING_ENTRY).file}`,
    scripts,
    appScripts.filter((file) => !scripts.includes(file)),
  ]);
  const source = `(${lateStart.toString()})(...${known})`;
  const { code } = await minify('late-start.js', source, { module: false });
  return code.trim();
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`The build has made no file of ${key}.`);
  return chunk;
}

/** The built files of these modules and of all that they import. */
function chunksFor(manifest: Manifest, keys: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (key: string) => {
    if (found.has(key)) return;
    const chunk = chunkOf(manifest, key);
    found.set(key, chunk);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return [...found.values()];
}

function scriptsFor(manifest: Manifest, keys: readonly string[]): string[] {
  return chunksFor(manifest, keys).map(({ file }) => `/${file}`);
}

/** The stylesheet of an entry, and the fonts that every page shows; accents come when a text has them. */
function stylesFor(manifest: Manifest, entry: string): string[] {
  const chunks = chunksFor(manifest, [entry]);
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const fonts = new Set(chunks.flatMap(({ assets = [] }) => assets.filter(isFirstFont)));
  return [
    ...[...css].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...[...fonts].map(
      (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
    ),
  ];
}

function isFirstFont(file: string): boolean {
  return file.endsWith('.woff2') && !file.includes('accents');
}

function cspHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
