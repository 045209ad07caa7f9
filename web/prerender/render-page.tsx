// renderPage(page, content, built): the whole HTML of one page. The build calls it for every page, and anything that has the
// tutor's words and a build's files may: it needs neither a browser nor the source.
import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';

import type { Audience } from '../../domain/account.ts';
import { paths, type PagePath } from '../../domain/paths.ts';
import { Shell } from '../app/shell.tsx';
import type { Content } from '../content/schema.ts';
import { SiteContext } from '../content/site-context.ts';
import { LandingRoot } from '../landing/root.tsx';
import NotFound from '../pages/not-found.tsx';
import Privacy from '../pages/privacy.tsx';
import { documentHtml } from './document.ts';
import { landingHead, listedHead, shellHead } from './head.ts';

/** What the bundler has made, by the addresses that a page asks for. */
export interface BuiltFiles {
  readonly landing: {
    /** The text of its stylesheet, which goes into the page: the first paint then waits for nothing else. */
    readonly style: string;
    /** The text of landing/early-script.ts. */
    readonly earlyScript: string;
    /** Its own script, then what that loads. */
    readonly scripts: readonly string[];
    readonly fonts: readonly string[];
  };
  readonly app: {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
    readonly fonts: readonly string[];
    /** The text of app/early-script.ts. */
    readonly earlyScript: string;
    /** For the pages behind a session: whose, and what each loads besides. */
    readonly own: Readonly<
      Partial<Record<PagePath, { readonly audience: Audience; readonly scripts: readonly string[] }>>
    >;
  };
}

export interface RenderedPage {
  readonly html: string;
  /** The texts that the page holds inline, for its Content-Security-Policy. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export const NOT_FOUND = 'not found';

export async function renderPage(
  page: PagePath | typeof NOT_FOUND,
  content: Content,
  built: BuiltFiles,
): Promise<RenderedPage> {
  if (page === paths.home) return renderLanding(content, built);
  const { name } = content.site;
  // These two need no script.
  if (page === NOT_FOUND) return renderApp(<NotFound />, [], content, built);
  if (page === paths.privacy) return renderApp(<Privacy />, listedHead(page, name), content, built);
  const [entry = '', ...others] = built.app.scripts;
  const head = [
    ...shellHead(page, name),
    `<script type="module" src="${entry}"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="${file}">`),
  ];
  const own = built.app.own[page];
  if (own === undefined) return renderApp(<Shell />, head, content, built);
  const { earlyScript } = built.app;
  const attributes = `data-audience="${own.audience}" data-scripts="${own.scripts.join(' ')}"`;
  head.push(`<script ${attributes}>${earlyScript}</script>`);
  return { ...(await renderApp(<Shell />, head, content, built)), scripts: [earlyScript] };
}

async function renderLanding(content: Content, { landing, app }: BuiltFiles): Promise<RenderedPage> {
  const { body } = await render(
    <StrictMode>
      <LandingRoot reviews={content.testimonials} stillWords={content} />
    </StrictMode>,
    content,
  );
  const appFiles = [...app.styles, ...app.scripts].filter((file) => !landing.scripts.includes(file));
  const attributes = `data-start="${landing.scripts.join(' ')}" data-app="${appFiles.join(' ')}"`;
  const head = [
    ...preloads(landing.fonts),
    `<style>${landing.style}</style>`,
    `<script ${attributes}>${landing.earlyScript}</script>`,
    ...landingHead(content),
  ];
  return { html: documentHtml({ head, body }), scripts: [landing.earlyScript], styles: [landing.style] };
}

async function renderApp(
  node: ReactNode,
  ownHead: readonly string[],
  content: Content,
  { app }: BuiltFiles,
): Promise<RenderedPage> {
  const { head: declared, body } = await render(node, content);
  const head = [
    ...app.styles.map((file) => `<link rel="stylesheet" href="${file}">`),
    ...preloads(app.fonts),
    declared,
    ...ownHead,
  ];
  return { html: documentHtml({ head, body }), scripts: [], styles: [] };
}

const preloads = (fonts: readonly string[]) =>
  fonts.map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}">`);

async function render(node: ReactNode, { contact, site }: Content): Promise<{ head: string; body: string }> {
  const { prelude } = await prerender(<SiteContext value={{ contact, site }}>{node}</SiteContext>, {
    // Everything in place: a chunk that is moved in later would need an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => {
      throw error;
    },
  });
  const html = await new Response(prelude).text();
  // The <title>, <meta> and <link> elements that a page has declared: React puts them in front of the rest.
  const head = /^(?:<title>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)*/.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
}
