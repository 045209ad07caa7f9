// The part of the build that writes the HTML pages, the web app's manifest and pages.json, which tells the server of them.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { PurgeCSS } from 'purgecss';

import { paths } from '../domain/paths.ts';
import type { Pages } from '../server/http/pages.ts';
import { contact, site } from '../web/content/tutor.ts';
import { documentHtml } from '../web/document.ts';
import type { Rendered } from '../web/entry-prerender.tsx';
import { ADDRESS_PLACEHOLDER, landingHead, listedHead, shellHead, webManifest } from '../web/head.ts';
import { lateStart } from '../web/late-start.ts';
import { sessionKey } from '../web/api/transport/session.ts';
import { markFamily } from '../web/signed-in.ts';

const LANDING = 'index.html';
const PRIVACY = 'privacy.html';
const NOT_FOUND = 'not-found.html';

/** Chunks without a class name of ours. */
const LIBRARIES: ReadonlySet<string> = new Set(['react', 'form']);

const LANDING_ENTRY = 'web/entry-landing.tsx';
const APP_ENTRY = 'web/app/entry-client.tsx';

/** One entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
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

  const appScripts = scriptsFor(manifest, [APP_ENTRY, 'web/app/app-frame.tsx']);
  const appStyles = cssFor(manifest, APP_ENTRY);
  const styles = [
    ...appStyles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...fontsFor(manifest, APP_ENTRY),
  ];
  const inlineScript = await lateStartScript(manifest, [...appStyles, ...appScripts]);
  const inlineStyle = await landingStyle(manifest, client, landing.body);
  const write = (name: string, { head, body }: { head: readonly string[]; body: string }) => {
    const html = documentHtml({ head: head.join('\n'), body, prerendered: name === LANDING });
    // The Content-Security-Policy allows no other, and would break the page in silence.
    if (/<style[\s>]|\sstyle="/.test(html.replace(`<style>${inlineStyle}</style>`, '')))
      throw new Error(`${name} holds inline styles.`);
    writeFileSync(path.join(client, name), html);
  };

  write(LANDING, {
    head: [
      ...fontsFor(manifest, LANDING_ENTRY),
      `<style>${inlineStyle}</style>`,
      landing.head,
      `<script>${inlineScript}</script>`,
      ...landingHead(),
    ],
    body: landing.body,
  });
  write(PRIVACY, { head: [...styles, privacy.head, ...listedHead(paths.privacy)], body: privacy.body });
  write(NOT_FOUND, { head: [...styles, notFound.head], body: notFound.body });
  const shellFiles: Record<string, string> = {};
  for (const page of Object.values(paths)) {
    if (page === paths.home || page === paths.privacy) continue;
    const file = `${page.slice(1).replaceAll('/', '-')}.html`;
    shellFiles[page] = file;
    write(file, {
      head: [
        ...styles,
        ...shellHead(page),
        `<script type="module" src="/${chunkOf(manifest, APP_ENTRY).file}"></script>`,
        ...appScripts.map((script) => `<link rel="modulepreload" href="${script}">`),
      ],
      body: shell.body,
    });
  }
  writeFileSync(path.join(client, 'site.webmanifest'), JSON.stringify(webManifest()));
  return {
    pages: { [paths.home]: LANDING, [paths.privacy]: PRIVACY, ...shellFiles },
    notFound: NOT_FOUND,
    inline: { [LANDING]: { scripts: [cspHash(inlineScript)], styles: [cspHash(inlineStyle)] } },
    addressPlaceholder: ADDRESS_PLACEHOLDER,
    sampleContent: site.sampleNotice !== '',
    business: { name: site.name, email: contact.email },
  };
}

/** `appFiles`: what the other pages need besides. */
async function lateStartScript(manifest: Manifest, appFiles: readonly string[]): Promise<string> {
  const { minify } = await import('rolldown/utils');
  const scripts = scriptsFor(manifest, [LANDING_ENTRY]);
  const known = JSON.stringify([scripts, appFiles.filter((file) => !scripts.includes(file))]);
  const source = `(${markFamily.toString()})(${JSON.stringify(sessionKey('student'))});(${lateStart.toString()})(...${known})`;
  const { code } = await minify('landing.js', source, { module: false });
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

function cssFor(manifest: Manifest, entry: string): string[] {
  return [...new Set(chunksFor(manifest, [entry]).flatMap(({ css = [] }) => css))].map((file) => `/${file}`);
}

/** Preloads of the fonts that every page shows; accents come when a text has them. */
function fontsFor(manifest: Manifest, entry: string): string[] {
  const fonts = new Set(
    chunksFor(manifest, [entry]).flatMap(({ assets = [] }) => assets.filter(isFirstFont)),
  );
  return [...fonts].map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}">`,
  );
}

/**
 * What the landing page uses of the stylesheet, in the page itself: its first paint then waits for nothing else. Looked
 * for in its HTML and in its own scripts, which hold what appears later, such as messages.
 */
async function landingStyle(manifest: Manifest, client: string, body: string): Promise<string> {
  const read = (file: string) => readFileSync(path.join(client, file), 'utf8');
  const scripts = chunksFor(manifest, [LANDING_ENTRY]).filter(({ name }) => !LIBRARIES.has(name ?? ''));
  const content = [
    documentHtml({ head: '', body, prerendered: true }),
    ...scripts.map(({ file }) => read(file)),
  ];
  const css = cssFor(manifest, LANDING_ENTRY).map(read).join('');
  const [purged] = await new PurgeCSS().purge({
    content: content.map((raw) => ({ raw, extension: 'html' })),
    css: [{ raw: css }],
    // Words as Tailwind writes them: with colons, brackets, slashes and dots.
    defaultExtractor: (text) => text.match(/[^<>"'`\s{}]*[^<>"'`\s:{}]/g) ?? [],
    // These come and go with a page's states, which its HTML does not tell of.
    dynamicAttributes: [...css.matchAll(/(?<!\\)\[((?:data|aria)-[\w-]+|open|tabindex)/g)].map(
      ([, name = '']) => name,
    ),
    safelist: [':focus-visible'],
    // Words of the scripts that are no class here.
    blocklist: ['code', 'progress', 'transform', 'static', 'resize'],
    variables: true,
    keyframes: true,
  });
  const used = (purged?.css ?? '').replace(/^\/\*![\s\S]*?\*\/\s*/, '');
  return (
    used
      .replaceAll(/@property (--[\w-]+)\{[^}]*\}/g, (rule, name: string) =>
        used.includes(`var(${name}`) ? rule : '',
      )
      // Parts of controls for dates, numbers, files and searches, of which the page has none.
      .replaceAll(
        /(?<=[{}])::(?:file-selector-button|-webkit-(?:date|search|calendar|inner-spin|outer-spin)[\w-]*)\{[^}]*\}/g,
        '',
      )
      // The colour of placeholders, which every field here sets for itself, and rules that hold nothing.
      .replaceAll(
        /@supports \(not \(\(-webkit-appearance[^{]*\{(?:[^{}]*\{[^{}]*\}|@supports[^{]*\{[^{}]*\{[^{}]*\}\})*\}/g,
        '',
      )
      .replaceAll(/@media [^{}]*\{html\{\}\}/g, '')
  );
}

function isFirstFont(file: string): boolean {
  return file.endsWith('.woff2') && !file.includes('accents');
}

function cspHash(script: string): string {
  return `sha256-${createHash('sha256').update(script).digest('base64')}`;
}
