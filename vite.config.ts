// How the web app is built (scripts/build.ts does it) and served while it is worked on (`npx vite`).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

import { shapeOf } from './domain/answer-shape.ts';
import * as endpoints from './domain/endpoints.ts';
import { paths } from './domain/paths.ts';
import { findContentFault } from './scripts/build-content.ts';
import { documentHtml } from './web/document.ts';

const { API_PORT = '3000' } = process.env;

export default defineConfig({
  plugins: [react(), tailwindcss(), splitEndpoints(), forgetSchemas(), spreadRuntime(), servePages()],
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
      input: ['web/entry-landing.tsx', 'web/app/entry-client.tsx'],
      output: {
        codeSplitting: {
          groups: [
            // What every page loads and what changes least: files that stay in the cache.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/, priority: 3 },
            { name: 'form', test: /node_modules[\\/]zod[\\/]/, priority: 2 },
            // What the landing page and the app share is one file rather than twenty; the router is the app's alone.
            { name: 'base', test: isShared, tags: ['$initial'], minShareCount: 2, priority: 1 },
            // What all pages but the landing page share.
            { name: 'app', test: /[\\/](go|endpoints)\.ts$/ },
          ],
        },
      },
    },
  },
});

/**
 * Leaves out of domain/endpoints.ts what is the server's alone. The browser sends what a form's own schema has checked, and of
 * an answer it checks the shape: the server's tests hold its answers against these schemas.
 */
function forgetSchemas(): Plugin {
  const shapeFor = new Map(
    Object.entries(endpoints).map(([name, { answer }]) => [name, JSON.stringify(shapeOf(answer))]),
  );
  return {
    name: 'forget-schemas',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: /\/domain\/endpoints\.ts(\?landing)?$/ },
      handler: (code) =>
        code
          .replaceAll(/^(import \* as (?!z\b)|const ).*$/gm, '')
          .replaceAll(
            /^(export const (\w+) =[^]*?)\banswer: \w+/gm,
            (_, before: string, name: string) => `${before}shape: ${shapeFor.get(name)}`,
          )
          .replaceAll(/\b(body|query|params|status|limited|idempotent): [\w.]+,? ?/g, '')
          .replaceAll(/\berrors: \[[^\]]*\],? ?/g, ''),
    },
  };
}

/** The landing page makes one call. It gets a copy of domain/endpoints.ts, of which the bundler keeps that call alone. */
function splitEndpoints(): Plugin {
  return {
    name: 'split-endpoints',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    resolveId: {
      filter: { id: /\/domain\/endpoints\.ts$/ },
      async handler(source, importer, options) {
        if (importer === undefined || !/[\\/](register-interest|renewal)\.ts$/.test(importer)) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        return resolved && `${resolved.id}?landing`;
      },
    },
  };
}

/**
 * The bundler keeps its runtime, a few lines without state that adapt CommonJS, in a file of its own: a request more. What
 * the landing page loads holds these lines itself instead.
 */
function spreadRuntime(): Plugin {
  const spread = new Set(['react', 'base', 'entry-landing']);
  return {
    name: 'spread-runtime',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = chunks.find(({ name }) => name === 'rolldown-runtime');
      const [, code, exported] = /^([\s\S]*)export\s*\{([^}]*)\};?\s*$/.exec(runtime?.code ?? '') ?? [];
      if (runtime === undefined || code === undefined || exported === undefined)
        throw new Error('The bundler has made no runtime as it used to; see vite.config.ts.');
      const made = exported.replaceAll(/(\w+) as (\w+)/g, '$2:$1');
      for (const chunk of chunks) {
        if (!spread.has(chunk.name)) continue;
        chunk.code = chunk.code.replace(
          /import\s*\{([^}]*)\}\s*from\s*["'`]\.\/rolldown-runtime[^"'`]*["'`];?/,
          (_, names: string) =>
            `const {${names.replaceAll(' as ', ':')}}=(()=>{${code};return {${made}}})();`,
        );
        chunk.imports = chunk.imports.filter((file) => file !== runtime.fileName);
      }
    },
  };
}

function isShared(id: string): boolean {
  return (
    /[\\/](web|domain)[\\/]|vite[\\/]preload-helper/.test(id) &&
    !/[\\/](root|routes|guards|follow-links|go|going|endpoints)\.tsx?$/.test(id)
  );
}

/**
 * Answers every page path with a bare document while developing, or with what is wrong with the tutor's words; the build
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
          const entry = isLanding ? 'entry-landing' : 'app/entry-client';
          const head = `<script type="module" src="/web/${entry}.tsx"></script>`;
          const html = documentHtml({ head, body: '', prerendered: false });
          response.setHeader('Content-Type', 'text/html');
          response.end(await server.transformIndexHtml(url, html));
        };
        answer().catch(next);
      });
    },
  };
}
