// Shows that each rule of the layout check can fail, and that a valid tree passes.
import { expect, test } from 'vitest';

import { checkLayout } from './check.ts';
import { importsOf } from './imports.ts';

/** Adds the opening comment to every file, so that each fixture tests one rule only. */
function findings(files: Record<string, string>, opening = '// A fixture.\n'): string[] {
  const tree = new Map(Object.entries(files).map(([path, text]) => [path, opening + text]));
  return checkLayout(tree).map(({ path, message }) => `${path}: ${message}`);
}

const importing = (specifier: string) => `import { x } from '${specifier}';\nexport const y = x;\n`;

/** A server with two features, in order. */
const server = {
  'server/main.ts': importing('./app.ts'),
  'server/start.ts': importing('./main.ts'),
  'server/app.ts': importing('./features.ts'),
  'server/features.ts':
    "import { lessons } from './lessons/feature.ts';\nexport const features = [\n  credits,\n  lessons,\n];\n",
  'server/lessons/feature.ts': importing('./routes.ts'),
  'server/lessons/routes.ts': '',
  'server/lessons/book.ts': '',
  'server/credits/ledger.ts': '',
  ...Object.fromEntries(
    ['base/ids', 'schema/tables', 'engine/database', 'process/env', 'email/queue'].map((file) => [
      `server/${file}.ts`,
      '',
    ]),
  ),
  'server/sessions/sessions.ts': '',
  'server/people/recipients.ts': '',
  'server/http/mount.ts': '',
};

test('accepts a tree that follows the rules', () => {
  expect(
    findings({
      'domain/time.ts': importing('zod/mini'),
      'domain/time.test.ts': importing('vitest'),
      ...server,
      'server/lessons/routes.ts': importing('./book.ts') + importing('../http/mount.ts'),
      'server/lessons/book.ts':
        importing('../credits/ledger.ts') + importing('../engine/database.ts'),
      'server/credits/ledger.ts':
        importing('../../domain/time.ts') + importing('../email/queue.ts'),
      'server/payments/payments.test.ts': importing('../../sandbox/stripe.ts'),
      'web/pages.ts': "export const load = () => import('./family/home/page.tsx');\n",
      'web/family/home/page.tsx': importing('./dialog/week.tsx') + importing('../unconfirmed.tsx'),
      'web/family/home/dialog/week.tsx':
        importing('../../../ui/button.tsx') + importing('../../../../domain/time.ts'),
      'web/ui/button.tsx': importing('react'),
      'web/navigation/week-nav.tsx': importing('react-router') + importing('../ui/button.tsx'),
      'web/data/lessons.ts': importing('../transport/client.ts'),
      'web/app/entry-client.tsx':
        "import '../styles/app.css';\n" + importing('../visitor/not-found/page.tsx'),
      'sandbox/demo.ts': importing('../server/app.ts'),
      'e2e/booking.spec.ts': importing('../domain/paths.ts'),
    }),
  ).toEqual([]);
});

test.each([
  ['three endpoints without other routes', 3, {}, []],
  ['four', 4, {}, ['mounts 4']],
  ['one beside other routes', 1, { 'server/credits/credit-routes.ts': '' }, ['mounts 1']],
])('judges a feature.ts that mounts %s', (_, count, files, expected) => {
  const feature = 'mount(api, endpoint, read);\n'.repeat(count);
  const found = findings({ ...server, ...files, 'server/credits/feature.ts': feature });
  expect(found).toEqual(
    expected.map((words) =>
      expect.stringContaining(`server/credits/feature.ts: ${words} endpoints`),
    ),
  );
});

test.each([
  ['domain/lessons/lesson.ts', 'react'],
  ['domain/lessons/lesson.ts', 'node:fs'],
  ['domain/lessons/lesson.ts', 'vitest'],
  ['domain/lessons/lesson.ts', '../../server/engine/database.ts'],
  ['domain/lessons/lesson.test.ts', '../../web/ui/button.tsx'],
  ['server/process/env.ts', '../../web/root.tsx'],
  ['server/booking/lessons.ts', '../../sandbox/stripe.ts'],
  ['web/data/client.ts', '../../server/http/errors.ts'],
  ['web/prerender/render-page.tsx', '../../sandbox/seed.ts'],
  ['web/data/session.ts', 'node:crypto'],
  ['sandbox/stripe.ts', '../web/root.tsx'],
  ['bench/api.ts', '../e2e/booking.ts'],
  ['e2e/booking.spec.ts', '../server/app.ts'],
  ['scripts/test/check.ts', '../../e2e/booking.ts'],
])('forbids %s to import %s from another module', (path, specifier) => {
  expect(findings({ [path]: importing(specifier) })).toEqual([
    expect.stringMatching(`^${path}: must not import '${specifier}'. `),
  ]);
});

test.each([
  ['server/app.ts', './main.ts', "'main.ts' comes after 'app.ts'"],
  ['server/lessons/routes.ts', '../app.ts', "'app.ts' comes after 'lessons'"],
  ['server/credits/ledger.ts', '../lessons/book.ts', "'lessons' comes after 'credits'"],
  ['server/engine/database.ts', '../lessons/book.ts', "'lessons' comes after 'engine'"],
  ['server/engine/database.ts', '../email/queue.ts', "'email' comes after 'engine'"],
  ['server/http/mount.ts', '../credits/ledger.ts', "'credits' comes after 'http'"],
  ['server/lessons/book.ts', './routes.ts', 'know nothing of HTTP'],
  ['server/lessons/book.ts', '../http/mount.ts', 'know nothing of HTTP'],
])('%s may not import %s', (path, specifier, reason) => {
  expect(findings({ ...server, [path]: importing(specifier) })).toEqual([
    expect.stringMatching(`^${path}: must not import '${specifier}': .*${reason}`),
  ]);
});

const screens = { 'web/family/room/page.tsx': '', 'web/admin/account/business/page.tsx': '' };
test.each([
  ['web/family/home/week.tsx', '../room/media.tsx', 'a screen imports no other screen'],
  ['web/admin/account/frame.tsx', './business/prices.tsx', 'a screen imports no other screen'],
  ['web/family/home/week.tsx', '../../admin/form.tsx', 'a screen imports no other area'],
  ['web/family/home/page.tsx', '../../app/root.tsx', 'a screen imports no other area'],
  ['web/visitor/terms/page.tsx', '../../landing/hero.tsx', 'a screen imports no other area'],
  ['web/frames/page-frame.tsx', '../family/room/page.tsx', 'frames/ stand around pages'],
  ['web/ui/button.tsx', '../transport/client.ts', 'ui/ could ship in another product'],
  ['web/ui/button.tsx', '../navigation/week-nav.tsx', 'ui/ could ship in another product'],
  ['web/navigation/week-nav.tsx', '../data/lessons.ts', 'navigation/ knows addresses'],
  ['web/data/lessons.ts', '../parts/week.tsx', 'data/ has the queries'],
  ['web/transport/client.ts', '../data/lessons.ts', 'transport/ carries any call'],
  ['web/parts/lesson-options.tsx', '../family/home/week.tsx', 'parts/ has components'],
  ['web/content/tutor.ts', '../transport/client.ts', 'content/ has the words'],
  ['web/app/routes.tsx', '../landing/hero.tsx', 'app/ starts the router'],
  ['web/app/routes.tsx', '../family/home/week.tsx', 'app/ starts the router'],
  ['web/landing/hero.tsx', '../navigation/week-nav.tsx', 'the landing page loads neither'],
  ['web/landing/hero.tsx', '../family/home/week.tsx', 'the landing page loads neither'],
  ['web/root.tsx', './ui/button.tsx', 'web/ has the folders that its order lists'],
  ['web/ui/button.tsx', '../lib/dates.ts', 'web/ has the folders that its order lists'],
])('%s may not import %s', (path, specifier, reason) => {
  expect(findings({ ...screens, [path]: importing(specifier) })).toEqual([
    expect.stringContaining(`must not import '${specifier}': ${reason}`),
  ]);
});

test.each([
  'server/utils/dates.ts',
  'web/ui/helpers.ts',
  'web/lib/dates.ts',
  'server/services/mail.ts',
  'domain/misc.ts',
])('refuses the meaningless name %s', (path) => {
  expect(findings({ [path]: '' })).toEqual([
    expect.stringContaining('says nothing of its content'),
  ]);
});

test.each([
  'web/ui/Button.tsx',
  'server/Bookings/store.ts',
  'web/ui/date_field.tsx',
  'server/db/001_a.sql',
])('refuses %s, which is not in kebab-case', (path) => {
  expect(findings({ [path]: '' })).toEqual([expect.stringContaining('kebab-case')]);
});

test.each([
  'export const x = 1;\n',
  '\n// Late.\n',
  '// oxlint-disable-next-line no-console\n',
  "'use client';\nexport const x = 1;\n",
])('refuses a file that opens with %j instead of a comment', (text) => {
  expect(findings({ 'web/x.ts': text }, '')).toEqual([
    expect.stringContaining('the first line must be a comment'),
  ]);
});

test('refuses a comment that is wider than the code', () => {
  const file = (line: string) => ({ 'web/x.ts': `// A file.\n${line}\nexport const x = 1;\n` });
  const wide = `// ${'word '.repeat(20).trim()}`;
  expect(findings(file(wide))).toEqual([expect.stringContaining('wrapped at 100 characters')]);
  expect(findings(file(wide.slice(0, 100)))).toEqual([]);
  expect(findings(file(`// https://example.com/${'a'.repeat(100)}`))).toEqual([]);
  expect(findings({ 'findings/x.sh': `# Software: ${wide}\n` })).toHaveLength(1);
});

test.each(['The same with a label', 'As enterAs, for a write', 'Of this round', 'Also the id'])(
  'refuses a comment that begins with %j and has no subject',
  (comment) => {
    const opening = [`/** ${comment}. */`, `/**\n * ${comment}.\n */`];
    const text = (line: string) => `${line}\nexport const x = 1;\n`;
    expect(opening.flatMap((line) => findings({ 'web/x.ts': text(line) }))).toEqual([
      expect.stringContaining('a comment begins with'),
      expect.stringContaining('a comment begins with'),
    ]);
    expect(findings({ 'web/x.ts': text('/** The label of a link. */') })).toEqual([]);
  },
);

test.each([
  'interface Asked {}',
  'export interface Waiting {}',
  'type Known = string;',
  'export type Answered<Body> = Body;',
  'export class Overtaken extends Error {}',
])('refuses %j, a participle without its noun', (text) => {
  expect(findings({ 'web/x.ts': `${text}\n` })).toEqual([
    expect.stringContaining('add the noun that says what it is'),
  ]);
});

test.each([
  'interface Booking {}',
  'type Reading = string;',
  'interface AskedQuestion {}',
  'const Asked = 1;',
])('allows %j', (text) => {
  expect(findings({ 'web/x.ts': `${text}\n` })).toEqual([]);
});

test('allows a directive or a shebang before the first comment', () => {
  expect(
    findings(
      { 'web/x.ts': "'use client';\n// A fixture.\n", 'scripts/x.mjs': '#!/bin/node\n// One.\n' },
      '',
    ),
  ).toEqual([]);
});

test('refuses barrels: files that only re-export or are called index', () => {
  expect(
    findings({
      'web/ui/all.ts':
        "export * from './button.tsx';\nexport { type A,\n  b } from './field.tsx';\n",
      'web/family/home/index.ts': 'export const x = 1;\n',
    }),
  ).toEqual([
    expect.stringContaining('web/ui/all.ts: it only re-exports'),
    expect.stringContaining('web/family/home/index.ts: there are no index files'),
  ]);
});

test('rejects files above 400 lines', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count - 1);
  expect(findings({ 'domain/a.ts': lines(400), 'domain/b.ts': lines(401) })).toEqual([
    expect.stringMatching(/^domain\/b.ts: 401 lines/),
  ]);
});

test('refuses rules that read the clock', () => {
  expect(findings({ 'domain/a.ts': 'export const now = () => Date.now();\n' })).toEqual([
    expect.stringContaining('take `now` as an argument'),
  ]);
});

test('finds multi-line, unnamed, re-exported and dynamic imports, but none in comments', () => {
  const text = [
    "import {\n  a,\n  type B,\n} from './a.ts';",
    "import './b.css';",
    "export { c } from '../c.ts';",
    "const d = await import('./d.ts');",
    "// import { e } from './e.ts';",
    "/* import { f } from './f.ts'; */",
    "import pictures from './g.ts?url';",
    "import z from 'zod';",
  ].join('\n');
  expect(importsOf('web/ui/x.ts', text).map(({ file }) => file)).toEqual([
    'web/ui/a.ts',
    'web/ui/b.css',
    'web/ui/g.ts',
    null,
    'web/c.ts',
    'web/ui/d.ts',
  ]);
});

test('requires the stylesheet of the landing page to list every component of the page', () => {
  const page = {
    'web/landing/entry-landing.tsx': importing('./hero.tsx'),
    'web/landing/hero.tsx': importing('../ui/button.tsx') + importing('../ui/toast.ts'),
    'web/ui/button.tsx': importing('./spinner.tsx'),
    'web/ui/spinner.tsx': '',
    'web/ui/toast.ts': '',
    'web/ui/skeleton.tsx': '',
  };
  const sources = "@source '../landing';\n@source '../ui/button.tsx';\n";
  expect(findings({ ...page, 'web/styles/landing.css': sources })).toEqual([
    expect.stringMatching(/^web\/ui\/spinner.tsx: .* does not name it as a source/),
  ]);
  expect(
    findings({ ...page, 'web/styles/landing.css': `${sources}@source '../ui/spinner.tsx';\n` }),
  ).toEqual([]);
});
