// How the web app is built (scripts/build/build.ts does it) and served while it is worked on (`npx vite`).
import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';

import { paths } from './domain/paths.ts';
import { findContentFault } from './scripts/build/content.ts';
import { APP_ENTRY, LANDING_ENTRY } from './scripts/build/pages.ts';
import { documentHtml } from './web/prerender/document.ts';

/** The pages that a family begins on once it is signed in. */
const FAMILY_PAGES = ['web/pages/user-home.tsx', 'web/pages/payment-success.tsx'];
/** Where most people enter the app. */
const FIRST_PAGES = ['web/pages/sign-in.tsx', 'web/pages/sign-up.tsx', 'web/pages/admin-login.tsx'];

const { API_PORT = '3000' } = process.env;

export default defineConfig({
  plugins: [react(), tailwindcss(), servePages()],
  appType: 'custom',
  publicDir: 'web/public',
  server: { host: '127.0.0.1', proxy: { '/api': `http://127.0.0.1:${API_PORT}` } },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist/client',
    manifest: true,
    // Fonts and pictures stay files of their own: a data: address cannot be kept apart in the cache.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [LANDING_ENTRY, APP_ENTRY],
      output: {
        codeSplitting: {
          groups: [
            // What changes least: files that stay in the cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
            { name: 'schemas', test: /node_modules[\\/]zod[\\/]/ },
            // What the landing page shares with the app: one file rather than twenty, and nothing that it does without.
            { name: nameAllOf([LANDING_ENTRY], 'base'), debugName: 'base', minShareCount: 2 },
            // What the app's first pages share: each file costs a request, and most of a kilobyte for its headers.
            { name: nameAllOf([APP_ENTRY, ...FIRST_PAGES], 'app'), debugName: 'app', minShareCount: 2 },
            // And what the pages of those who are signed in share.
            { name: nameAllOf(FAMILY_PAGES, 'pages'), debugName: 'pages', minShareCount: 2 },
          ],
        },
      },
    },
  },
});

/** Gives this name to the modules that these load as they start. */
function nameAllOf(entries: readonly string[], name: string): Rolldown.CodeSplittingNameFunction {
  let loaded: Set<string> | undefined;
  return (id, graph) => {
    if (loaded === undefined) {
      loaded = new Set(entries.map((entry) => normalizePath(path.join(import.meta.dirname, entry))));
      // A set that grows while it is gone through is gone through to its new end.
      for (const each of loaded)
        for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) loaded.add(imported);
    }
    return loaded.has(id) ? name : null;
  };
}

/**
 * Serves a bare document at every page's path while developing, or with what is wrong with the tutor's words; the build
 * prerenders the real ones.
 */
function servePages(): Plugin {
  return {
    name: 'serve-pages',
    apply: 'serve',
    configureServer: (server) => () => {
      server.middlewares.use((request, response, next) => {
        const answer = async () => {
          const fault = await findContentFault(() => server.ssrLoadModule('/web/content/tutor.ts'));
          if (fault !== null) {
            server.config.logger.error(fault);
            response.writeHead(500, { 'Content-Type': 'text/plain; charset=utf-8' }).end(fault);
            return;
          }
          const url = request.originalUrl ?? paths.home;
          const isLanding = new URL(url, 'http://localhost').pathname === paths.home;
          const entry = isLanding ? LANDING_ENTRY : APP_ENTRY;
          const head = [`<script type="module" src="/${entry}"></script>`];
          const html = documentHtml({ head, body: '' });
          response.setHeader('Content-Type', 'text/html');
          response.end(await server.transformIndexHtml(url, html));
        };
        answer().catch(next);
      });
    },
  };
}
