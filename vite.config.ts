// How the web app is built (scripts/build/build.ts) and served while it is worked on (`npm run
// dev`).
import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Rolldown } from 'vite';

import { APP_ENTRY, LANDING_ENTRY } from './scripts/build/pages.ts';
import { servePages } from './scripts/build/serve-pages.ts';

/** The pages that a family begins on once it is signed in. */
const FAMILY_PAGES = ['web/pages/user-home.tsx', 'web/pages/payment-success.tsx'];
/** Where most people enter the app. */
const FIRST_PAGES = ['web/pages/sign-in.tsx', 'web/pages/sign-up.tsx', 'web/pages/admin-login.tsx'];

export default defineConfig({
  plugins: [react(), tailwindcss(), servePages()],
  appType: 'custom',
  publicDir: 'web/public',
  server: { host: '127.0.0.1' },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist/client',
    manifest: true,
    // Fonts and pictures stay files of their own: a data: address cannot be kept apart in the
    // cache.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // On a busy machine the build would warn that it takes long.
      checks: { bundlerTimings: false },
      input: [LANDING_ENTRY, APP_ENTRY],
      output: {
        codeSplitting: {
          groups: [
            // What changes least: files that stay in the cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
            // What the landing page shares with the app: one file rather than twenty, and nothing
            // that it does without.
            { name: nameAllOf([LANDING_ENTRY], 'base'), debugName: 'base', minShareCount: 2 },
            // What the app's first pages share: each file costs a request, and most of a kilobyte
            // for its headers.
            {
              name: nameAllOf([APP_ENTRY, ...FIRST_PAGES], 'app'),
              debugName: 'app',
              minShareCount: 2,
            },
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
      loaded = new Set(
        entries.map((entry) => normalizePath(path.join(import.meta.dirname, entry))),
      );
      // Iterating a set also visits what is added meanwhile.
      for (const each of loaded)
        for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) loaded.add(imported);
    }
    return loaded.has(id) ? name : null;
  };
}
