// The part of Vite's development server that renders each requested page afresh, as the build does
// once.
import type { Plugin, ViteDevServer } from 'vite';

import { DEFAULT_BUSINESS, toPublicBusiness } from '../../domain/business.ts';
import { manifestPath, paths, type PagePath } from '../../domain/paths.ts';
import type { Content } from '../../domain/site/content.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import type { BuiltFiles, NOT_FOUND, renderPage } from '../../web/prerender/render-page.tsx';
import { ADDRESS_PLACEHOLDER, webManifest } from '../../web/prerender/site-files.ts';
import { findContentFault } from './content.ts';
import { APP_ENTRY, LANDING_ENTRY } from './pages.ts';

const TUTOR = '/web/content/tutor.ts';

/** Refers to sources in place of built files. Vite adds what the build would write into a page. */
const SOURCES: BuiltFiles = {
  landing: { style: '', earlyScript: '', scripts: [], fonts: [] },
  app: {
    scripts: [`/${APP_ENTRY}`],
    styles: ['/web/styles/app.css'],
    fonts: [],
    earlyScript: '',
    own: {},
  },
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export function servePages(): Plugin {
  return {
    name: 'serve-pages',
    apply: 'serve',
    transformIndexHtml: (_html, { path }) =>
      path === paths.home
        ? [
            {
              tag: 'link',
              attrs: { rel: 'stylesheet', href: '/web/styles/landing.css' },
              injectTo: 'head',
            },
            {
              tag: 'script',
              attrs: { type: 'module', src: `/${LANDING_ENTRY}` },
              injectTo: 'head',
            },
          ]
        : [],
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const url = new URL(request.originalUrl ?? paths.home, 'http://localhost');
        answer(server, url, `http://${request.headers.host}`)
          .then(({ status, type, text }) =>
            response.writeHead(status, { 'Content-Type': `${type}; charset=utf-8` }).end(text),
          )
          .catch(next);
      });
    },
  };
}

async function answer(server: ViteDevServer, { pathname }: URL, address: string): Promise<Answer> {
  const fault = await findContentFault(() => server.ssrLoadModule(TUTOR));
  if (fault !== null) {
    server.config.logger.error(fault);
    return { status: 500, type: 'text/plain', text: fault };
  }
  const words = {
    content: (await server.ssrLoadModule(TUTOR)) as Content,
    business: toPublicBusiness(DEFAULT_BUSINESS),
    pictures: [],
  };
  if (pathname === manifestPath)
    return {
      status: 200,
      type: 'application/manifest+json',
      text: JSON.stringify(webManifest(fillContent(words.content, words.business))),
    };
  const renderer = (await server.ssrLoadModule('/web/prerender/render-page.tsx')) as {
    readonly renderPage: typeof renderPage;
    readonly NOT_FOUND: typeof NOT_FOUND;
  };
  const page = pageAt(pathname);
  const { html } = await renderer.renderPage(page ?? renderer.NOT_FOUND, words, SOURCES);
  const text = await server.transformIndexHtml(
    pathname,
    html.replaceAll(ADDRESS_PLACEHOLDER, () => address),
  );
  return { status: page === undefined ? 404 : 200, type: 'text/html', text };
}

const pageAt = (pathname: string): PagePath | undefined =>
  Object.values(paths).find((page) => {
    const [pattern, parts] = [page.split('/'), pathname.split('/')];
    return (
      pattern.length === parts.length &&
      pattern.every((part, n) => part === parts[n] || (part.startsWith(':') && parts[n] !== ''))
    );
  });
