// The files that the bundler writes for modules that several pages load. By itself, with files of
// their own for React, the router and the forms, it writes one for each set of pages that share
// something: a family's home then loads 64 scripts of 206 KB in place of 11 of 159 KB, and the
// sign-in page 20 of 146 KB in place of 7 of 139 KB, which breaks the budgets of
// e2e/landing/bytes.spec.ts. A module goes to the first chunk of the table that takes it, and
// otherwise where the bundler puts it.
import path from 'node:path';

import { normalizePath, type Rolldown } from 'vite';

import { APP_ENTRY, LANDING_ENTRY } from './pages.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The first pages of a signed-in family. */
const FAMILY = ['web/family/home/page.tsx', 'web/family/payment/success/page.tsx'];
/** The pages of students, which must be quick on a phone. */
const ROOM = ['web/family/room/page.tsx', 'web/family/practice/page.tsx'];
/** The tutor's everyday pages. */
const TUTOR = ['web/admin/planner/page.tsx', 'web/admin/booked-lessons/page.tsx'];
/** What students share with the tutor, whose pages would load all of 'room' for it. */
const SMALL_PARTS = ['web/ui/badge.tsx', 'domain/group-by.ts', 'web/ui/forms/choice.tsx'];
/** The calendar of a family's home, which a phone does not load. */
const WEEKS = ['web/family/home/weeks/week-grid.tsx'];
/** What the pages share where most people enter the app. */
const FIRST_PARTS = [
  'web/frames/page-frame.tsx',
  'web/ui/page-header.tsx',
  'web/data/sign-in.ts',
  'domain/auth/sign-in.ts',
  'web/navigation/return-path.ts',
];

/** The index of the API: a page that imports it uses only parts of it. */
const INDEX = /[\\/]domain[\\/]endpoints\.ts$/;
const FORM_LIBRARY = /node_modules[\\/](react-hook-form|@hookform)[\\/]/;
/** The fields that are built on it. */
const FIELDS = /web[\\/]ui[\\/]forms[\\/](form|text-field|password-field)\.tsx/;
const FORMS = new RegExp(`${FORM_LIBRARY.source}|${FIELDS.source}`);
/** Parts of a library that only the pages of signed-in people use. */
const LATER_PARTS = /node_modules[\\/]@tanstack[\\/].*[\\/]useMutationState\./;
/** Parts of it that only the pages with long lists use. */
const LIST_PARTS =
  /node_modules[\\/]@tanstack[\\/].*[\\/](infiniteQueryObserver|useInfiniteQuery)\./;

interface Chunk {
  readonly name: string;
  readonly why: string;
  /** Takes the modules at these paths. */
  readonly paths?: RegExp;
  /** Takes the modules that at least one script of each list loads as it starts. */
  readonly loadedBy?: readonly (readonly string[])[];
  /** Only those that more than one script loads. */
  readonly isShared?: boolean;
  /** Whose imports do not count. */
  readonly unfollowed?: RegExp;
}

const CHUNKS: readonly Chunk[] = [
  {
    name: 'react',
    paths: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
    why: 'It changes least often and stays in the cache.',
  },
  {
    name: 'router',
    paths: /node_modules[\\/]react-router[\\/]/,
    why: 'It changes rarely, too.',
  },
  {
    name: 'base',
    loadedBy: [[LANDING_ENTRY, 'domain/lessons/two-slits.ts']],
    isShared: true,
    why: 'One file of what the landing page and the app share, with nothing of the app alone.',
  },
  { name: 'forms', paths: FORMS, why: 'A page without a form loads none of it.' },
  {
    name: 'app',
    loadedBy: [[APP_ENTRY, ...FIRST_PARTS]],
    why: 'The app itself with its first parts: each file costs a request and a kilobyte of headers.',
  },
  {
    name: 'family',
    loadedBy: [[...FAMILY, ...SMALL_PARTS], ROOM],
    unfollowed: INDEX,
    why: 'What the pages of students share with those of parents, which have much more.',
  },
  {
    name: 'room',
    loadedBy: [ROOM],
    isShared: true,
    unfollowed: INDEX,
    why: 'The rest of students.',
  },
  {
    name: 'pages',
    loadedBy: [FAMILY],
    isShared: true,
    unfollowed: INDEX,
    why: 'The rest of parents.',
  },
  {
    name: 'week',
    loadedBy: [WEEKS, TUTOR],
    isShared: true,
    unfollowed: INDEX,
    why: "What a family's week shares with the planner, without the dialogs of both.",
  },
  {
    name: 'tutor',
    loadedBy: [TUTOR],
    isShared: true,
    unfollowed: INDEX,
    why: 'The rest of the tutor.',
  },
];

/** For the bundler's `codeSplitting.groups`. */
export const chunkGroups = CHUNKS.map(toGroup);

function toGroup({ name, paths, loadedBy = [], isShared = false, unfollowed, why }: Chunk) {
  const loaded = loadedBy.map((scripts) =>
    loadedAtStart(scripts, `'${name}' (${why})`, unfollowed),
  );
  const nameIfTaken: Rolldown.CodeSplittingNameFunction = (id, graph) => {
    if (FORMS.test(id) || LIST_PARTS.test(id)) return null;
    if (name === 'app' && LATER_PARTS.test(id)) return null;
    return loaded.every((isLoaded) => isLoaded(id, graph)) ? name : null;
  };
  return {
    ...(paths === undefined ? { name: nameIfTaken, debugName: name } : { name, test: paths }),
    ...(isShared ? { minShareCount: 2 } : {}),
  };
}

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * Whether one of these scripts imports a module, directly or not, other than later by `import()`.
 */
function loadedAtStart(scripts: readonly string[], chunk: string, unfollowed?: RegExp) {
  let loaded: Set<string> | undefined;
  return (id: string, graph: Graph): boolean => {
    if (loaded === undefined) {
      loaded = new Set(scripts.map((script) => normalizePath(path.join(root, script))));
      const missing = [...loaded].find((each) => graph.getModuleInfo(each) === null);
      if (missing !== undefined) throw new Error(`no script of the app is ${missing}: ${chunk}`);
      // Iterating a Set also visits values added meanwhile.
      for (const each of loaded)
        if (unfollowed?.test(each) !== true)
          for (const imported of graph.getModuleInfo(each)?.importedIds ?? []) loaded.add(imported);
    }
    return loaded.has(id);
  };
}
