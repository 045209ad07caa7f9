// Builds the web app (scripts/build/build.ts) and serves it during development (`npm run dev`).
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { chunkGroups } from './scripts/build/chunks.ts';
import { APP_ENTRY, LANDING_ENTRY } from './scripts/build/pages.ts';
import { servePages } from './scripts/build/serve-pages.ts';
import { stripServerFields } from './scripts/build/strip-server-fields.ts';
import { buildTarget } from './scripts/floor/oldest.ts';

/** A page, with its folders: family/home, admin/planner, sign-up. */
const PAGE = /^.*[\\/]web[\\/](?:visitor[\\/])?(.+)[\\/]page\.tsx$/;

const LOADED_FIRST = /\/(rolldown-runtime|react|router|base|entry-client)-/;

export default defineConfig({
  plugins: [react(), tailwindcss(), servePages(), stripServerFields()],
  appType: 'custom',
  publicDir: 'web/public',
  // In this copy of the project, even if it shares the packages with another.
  cacheDir: '.cache/vite',
  server: { host: '127.0.0.1' },
  build: {
    target: buildTarget,
    manifest: true,
    // Fonts and pictures stay separate files: a data: URL cannot be cached separately.
    assetsInlineLimit: 0,
    // The app has loaded the others before it loads a page.
    modulePreload: {
      resolveDependencies: (_script, files) => files.filter((file) => !LOADED_FIRST.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // On a busy machine the build would warn that it takes long.
      checks: { bundlerTimings: false },
      input: [LANDING_ENTRY, APP_ENTRY],
      // Leaves out endpoints that no page calls and schemas that only the server checks: making or
      // reading one has no side effect.
      treeshake: {
        manualPureFunctions: ['z', 'endpoint', 'ok', 'personName'],
        propertyReadSideEffects: false,
      },
      output: {
        // Many pages share a file name: /account/calendar and /admin-account/calendar.
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${PAGE.exec(facadeModuleId ?? '')?.[1]?.replaceAll(/[\\/]/g, '-') ?? name}-[hash].js`,
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
});
