// Builds the web app (scripts/build/build.ts) and serves it during development (`npm run dev`).
import path from 'node:path';

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Rolldown } from 'vite';

import { APP_ENTRY, LANDING_ENTRY } from './scripts/build/pages.ts';
import { servePages } from './scripts/build/serve-pages.ts';
import { stripSummaries } from './scripts/build/strip-summaries.ts';

/** The first pages of a signed-in family. */
const FAMILY_PAGES = ['web/pages/family-home.tsx', 'web/pages/payment/success.tsx'];
/** The pages of students, which must be quick on a phone. */
const ROOM_PAGES = ['web/pages/room.tsx', 'web/pages/practice.tsx'];
/** The tutor's everyday pages. */
const TUTOR_PAGES = ['web/pages/admin/planner.tsx', 'web/pages/admin/booked-lessons.tsx'];
/** The calendar of a family's home, which a phone does not load. */
const WEEKS = ['web/lessons/weeks/week-grid.tsx'];
/** What the pages share where most people enter the app. */
const FIRST_PARTS = [
  'web/frames/page-frame.tsx',
  'web/ui/page-header.tsx',
  'web/api/auth/sign-in.ts',
  'web/navigation/handover.ts',
];
/** A page, with its folders below web/pages/. */
const PAGE = /web[\\/]pages[\\/](.+)\.tsx$/;
/** Parts of a library that only the pages of signed-in people use. */
const LATER_PARTS =
  /node_modules[\\/]@tanstack[\\/].*[\\/](infiniteQueryObserver|useInfiniteQuery|useMutationState)\./;
/** The form library, and the fields that are built on it. */
const FORMS =
  /node_modules[\\/](react-hook-form|@hookform)[\\/]|web[\\/]ui[\\/](form|text-field|password-field)\.tsx/;

export default defineConfig({
  plugins: [react(), tailwindcss(), servePages(), stripSummaries()],
  appType: 'custom',
  publicDir: 'web/public',
  // In this copy of the project, even if it shares the packages with another.
  cacheDir: '.cache/vite',
  server: { host: '127.0.0.1' },
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist/client',
    manifest: true,
    // Fonts and pictures stay separate files: a data: URL cannot be cached separately.
    assetsInlineLimit: 0,
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
        codeSplitting: {
          groups: [
            // The least often changed modules get files of their own, which stay cached.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'router', test: /node_modules[\\/]react-router[\\/]/ },
            // Modules shared by the landing page and the app: one file rather than twenty, with
            // nothing that the landing page does not need.
            {
              name: nameAllOf([LANDING_ENTRY, 'domain/lessons/two-slits.ts'], 'base'),
              debugName: 'base',
              minShareCount: 2,
            },
            // A page without a form loads none of this.
            { name: 'forms', test: FORMS },
            // The app itself and what its first pages share: each file costs a request and almost a
            // kilobyte of headers.
            { name: nameAllOf([APP_ENTRY, ...FIRST_PARTS], 'app'), debugName: 'app' },
            // What the pages of students share with those of parents, which have much more.
            { name: nameBoth(FAMILY_PAGES, ROOM_PAGES, 'family'), debugName: 'family' },
            { name: nameBoth(ROOM_PAGES, ROOM_PAGES, 'room'), debugName: 'room', minShareCount: 2 },
            // Modules shared by the pages of signed-in users.
            {
              name: nameBoth(FAMILY_PAGES, FAMILY_PAGES, 'pages'),
              debugName: 'pages',
              minShareCount: 2,
            },
            // What a family's week shares with the planner, without the dialogs of both.
            { name: nameBoth(WEEKS, TUTOR_PAGES, 'week'), debugName: 'week', minShareCount: 2 },
            {
              name: nameBoth(TUTOR_PAGES, TUTOR_PAGES, 'tutor'),
              debugName: 'tutor',
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});

/** Assigns this chunk name to the modules that these entries load at startup. */
function nameAllOf(
  entries: readonly string[],
  name: string,
  isFollowed: (id: string) => boolean = () => true,
): Rolldown.CodeSplittingNameFunction {
  let loaded: Set<string> | undefined;
  return (id, graph) => {
    if (FORMS.test(id) || (LATER_PARTS.test(id) && name === 'app')) return null;
    if (loaded === undefined) {
      loaded = new Set(
        entries.map((entry) => normalizePath(path.join(import.meta.dirname, entry))),
      );
      const missing = [...loaded].find((each) => graph.getModuleInfo(each) === null);
      if (missing !== undefined) throw new Error(`no script of the app is ${missing}`);
      // Iterating a Set also visits values added meanwhile.
      for (const each of loaded)
        if (isFollowed(each))
          for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) loaded.add(imported);
    }
    return loaded.has(id) ? name : null;
  };
}

/**
 * Assigns this chunk name to the modules that entries of both lists load at startup. The index of
 * the API is not followed: a module that imports it uses only parts of it.
 */
function nameBoth(
  some: readonly string[],
  others: readonly string[],
  name: string,
): Rolldown.CodeSplittingNameFunction {
  const [ofSome, ofOthers] = [some, others].map((entries) =>
    nameAllOf(entries, name, (id) => !id.endsWith('/domain/endpoints.ts')),
  );
  return (id, graph) => (ofSome?.(id, graph) === name ? (ofOthers?.(id, graph) ?? null) : null);
}
