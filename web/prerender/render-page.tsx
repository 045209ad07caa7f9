// renderPage(page, words, built): the complete HTML of one page. The build calls it for every page.
// It needs only the tutor's content, the business settings and the built files, neither a browser
// nor the source.
import { StrictMode, type ReactNode } from 'react';
import { prerender } from 'react-dom/static';

import type { Audience } from '../../domain/endpoint.ts';
import type { LessonOffer } from '../../domain/lessons/next-lesson.ts';
import { manifestPath, paths, type PagePath } from '../../domain/paths.ts';
import type { PageWords } from '../../domain/site/content.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import type { PreviewedPage } from '../../domain/site/site.ts';
import { Shell } from '../app/shell.tsx';
import {
  BUSINESS_BLOCK,
  BusinessContext,
  SITE_BLOCK,
  SiteContext,
  type PageSite,
} from '../content/site-context.ts';
import { PreviewContext } from '../landing/preview.ts';
import { LandingRoot } from '../landing/root.tsx';
import type { AppPath, WordPagePath } from '../pages.ts';
import { NotFoundPage } from '../visitor/not-found/page.tsx';
import WordPage from '../visitor/terms-and-privacy/page.tsx';
import { Document, LandingHead, ShellHead, WordPageHead } from './head.tsx';

/** The bundler's output, by the addresses that a page requests. */
export interface BuiltFiles {
  readonly landing: {
    /**
     * The text of its stylesheet, which is inlined so that the first paint waits for nothing else.
     */
    readonly style: string;
    /** The text of landing/early-script.ts. */
    readonly earlyScript: string;
    /** Its own script, then that script's imports. */
    readonly scripts: readonly string[];
    readonly fonts: readonly string[];
  };
  readonly app: {
    readonly scripts: readonly string[];
    readonly styles: readonly string[];
    readonly fonts: readonly string[];
    /** The text of app/early-script.ts. */
    readonly earlyScript: string;
    /** For the pages that need a session. */
    readonly own: Readonly<Partial<Record<PagePath, OwnFiles>>>;
  };
}

interface OwnFiles {
  readonly audience: Audience;
  /** The additional scripts of the page. */
  readonly scripts: readonly string[];
  /** The addresses that the page calls first. */
  readonly calls: readonly string[];
}

export interface RenderedPage {
  readonly html: string;
  /** The texts inlined in the page, for its Content-Security-Policy. */
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export const NOT_FOUND = 'not found';

export async function renderPage(
  page: PagePath | typeof NOT_FOUND,
  unfilled: PageWords,
  built: BuiltFiles,
): Promise<RenderedPage> {
  const words = fillWords(unfilled);
  return page === paths.home ? renderLanding(words, built) : renderApp(page, words, built);
}

const fillWords = ({ content, business, pictures }: PageWords): PageWords => ({
  content: fillContent(content, business),
  business,
  pictures,
});

/**
 * The HTML of a page of words, without any script: with the lessons that a visitor's browser would
 * load. The other pages of words have no script anyway.
 */
export async function previewPage(
  page: PreviewedPage,
  words: PageWords,
  built: BuiltFiles,
  offered: LessonOffer,
): Promise<string> {
  const filled = fillWords(words);
  const { html } =
    page === paths.home
      ? await renderLanding(filled, built, offered)
      : await renderApp(page, filled, built);
  return html;
}

async function renderApp(
  page: RenderedWithApp,
  words: PageWords,
  built: BuiltFiles,
): Promise<RenderedPage> {
  const { content, business } = words;
  const siteName = content.site.name;
  const { app } = built;
  const own = needsScript(page) ? app.own[page] : undefined;
  const [entry, ...others] = app.scripts;
  const head = (
    <>
      {/* Before the stylesheet, for which it would wait. */}
      {needsScript(page) && <InlineScript text={app.earlyScript} attributes={attributesOf(own)} />}
      {app.styles.map((file) => (
        <link key={file} rel="stylesheet" href={file} />
      ))}
      <Preloads fonts={app.fonts} />
      <link rel="manifest" href={manifestPath} />
      {isWordPage(page) && <WordPageHead path={page} siteName={siteName} />}
      {!isWordPage(page) && (
        <>
          <DataBlock id={BUSINESS_BLOCK} data={business} />
          <DataBlock id={SITE_BLOCK} data={siteOf(words)} />
        </>
      )}
      {page === NOT_FOUND && entry !== undefined && (
        <InlineScript text={app.earlyScript} attributes={{ 'data-start': entry }} />
      )}
      {needsScript(page) && (
        <>
          <ShellHead path={page} siteName={siteName} />
          <script type="module" src={entry} />
          {others.map((file) => (
            <link key={file} rel="modulepreload" href={file} />
          ))}
        </>
      )}
    </>
  );
  const body = needsScript(page) ? (
    <Shell />
  ) : isWordPage(page) ? (
    <WordPage path={page} content={content} />
  ) : (
    <NotFoundPage />
  );
  const { accent } = content.site;
  const html = await render(<Document accent={accent} head={head} body={inSite(body, words)} />);
  return { html, scripts: isWordPage(page) ? [] : [app.earlyScript], styles: [] };
}

function attributesOf(own: OwnFiles | undefined): InlineScriptProps['attributes'] {
  if (own === undefined) return {};
  const { audience, scripts, calls } = own;
  return {
    'data-audience': audience,
    'data-scripts': scripts.join(' '),
    ...(calls.length === 0 ? {} : { 'data-calls': calls.join(' ') }),
  };
}

type RenderedWithApp = AppPath | WordPagePath | typeof NOT_FOUND;

const isWordPage = (page: RenderedWithApp): page is WordPagePath =>
  page === paths.privacy || page === paths.terms;

/** The other pages are complete as HTML; the 404 loads the app for those who are signed in. */
const needsScript = (page: RenderedWithApp): page is AppPath =>
  page !== NOT_FOUND && !isWordPage(page);

async function renderLanding(
  words: PageWords,
  { landing, app }: BuiltFiles,
  preview: LessonOffer | null = null,
): Promise<RenderedPage> {
  const { content, business } = words;
  const root = (
    <StrictMode>
      <PreviewContext value={preview}>
        <LandingRoot
          hasFigure={content.hero.figure}
          reviewCount={content.testimonials.entries.length}
          stillWords={content}
        />
      </PreviewContext>
    </StrictMode>
  );
  const appFiles = [...app.styles, ...app.scripts].filter(
    (file) => !landing.scripts.includes(file),
  );
  const head = (
    <>
      <Preloads fonts={landing.fonts} />
      {/* This order compresses best. */}
      {preview !== null ? (
        <title>{content.site.name}</title>
      ) : (
        <>
          <LandingHead {...words} />
          <DataBlock id={BUSINESS_BLOCK} data={business} />
          <DataBlock id={SITE_BLOCK} data={siteOf(words)} />
          <InlineScript
            text={landing.earlyScript}
            attributes={{ 'data-start': landing.scripts.join(' '), 'data-app': appFiles.join(' ') }}
          />
        </>
      )}
      {/* oxlint-disable-next-line react/no-danger */}
      <style dangerouslySetInnerHTML={{ __html: landing.style }} />
    </>
  );
  const body = { html: await render(inSite(root, words)) };
  const html = await render(<Document accent={content.site.accent} head={head} body={body} />);
  return { html, scripts: [landing.earlyScript], styles: [landing.style] };
}

interface InlineScriptProps {
  text: string;
  attributes: Readonly<Record<`data-${string}`, string>>;
}

function InlineScript({ text, attributes }: InlineScriptProps) {
  // oxlint-disable-next-line react/no-danger
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: text }} />;
}

function siteOf({ content: { contact, site }, pictures }: PageWords): PageSite {
  const logo = pictures.filter(({ id }) => id === site.logo?.id);
  return { contact, site, ...(logo.length === 0 ? {} : { pictures: logo }) };
}

/** A data block is never executed, so the Content-Security-Policy does not apply to it. */
function DataBlock({ id, data }: { id: string; data: object }) {
  const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return (
    // oxlint-disable-next-line react/no-danger
    <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: text }} />
  );
}

function Preloads({ fonts }: { fonts: readonly string[] }) {
  return fonts.map((file) => (
    <link key={file} rel="preload" as="font" type="font/woff2" crossOrigin="" href={file} />
  ));
}

function inSite(
  node: ReactNode,
  { content: { contact, site }, business, pictures }: PageWords,
): ReactNode {
  return (
    <SiteContext value={{ contact, site, pictures }}>
      <BusinessContext value={business}>{node}</BusinessContext>
    </SiteContext>
  );
}

async function render(node: ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(node, {
    // Renders everything in place: a chunk moved in later would need an inline script.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // An error within a <Suspense> does not reject. One thrown here would end the process.
    onError: (error) => {
      errors.push(error);
    },
  });
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}
