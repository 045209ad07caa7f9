// Shows that each rule for documents can fail.
import { expect, test } from 'vitest';

import { checkCommands } from './commands.ts';
import { checkLists } from './lists.ts';
import { checkComments, checkMentions } from './mentions.ts';

function findings(files: Record<string, string>): string[] {
  const tree = new Map(Object.entries(files));
  const all = [checkMentions, checkComments, checkLists, checkCommands];
  return all.flatMap((check) => check(tree)).map(({ path, message }) => `${path}: ${message}`);
}

const importing = (specifier: string) => `import '${specifier}';\n`;

test('refuses documents that name a file that does not exist', () => {
  const named = '`server/lessons/book.ts`, `book.ts` and `server/lessons/cancel.ts` or `cancel.ts`';
  expect(findings({ 'docs/booking.md': named, 'server/lessons/book.ts': '' })).toEqual([
    "docs/booking.md: names 'server/lessons/cancel.ts', which does not exist.",
    "docs/booking.md: names 'cancel.ts', which does not exist.",
  ]);
});

test('refuses comments that name a file, a function or a component that does not exist', () => {
  const comment =
    '// <Card>, <Gone> and usePen() are drawn by ink.tsx, and usePaper() by paper.tsx.\n';
  const code = 'export const Card = () => usePen();\n';
  expect(findings({ 'web/card.tsx': comment + code, 'web/ink.tsx': '' })).toEqual([
    "web/card.tsx: names 'paper.tsx' in a comment, which does not exist.",
    "web/card.tsx: names 'Gone' in a comment, which does not exist.",
    "web/card.tsx: names 'usePaper' in a comment, which does not exist.",
  ]);
});

test('refuses documents that place an identifier in a file without it', () => {
  const placed = '`takeSpot`, `freeSpot` and `take` in `spots.ts`. `lend`\nin `server/spots.ts`.';
  const linked = '`book` in [`spots.ts`](../server/spots.ts), `any` in `gone.md`';
  const inBrackets =
    '`takeSpot` and `give` (`server/spots.ts`), `get` ([`spots.ts`](../server/spots.ts))';
  expect(
    findings({
      'docs/booking.md': `${placed} ${linked} ${inBrackets}`,
      'server/spots.ts': 'export function takeSpot() {}\nexport const freeSpot = 1;\n',
    }),
  ).toEqual([
    "docs/booking.md: says 'take' is in 'spots.ts', which does not contain it.",
    "docs/booking.md: says 'lend' is in 'server/spots.ts', which does not contain it.",
    "docs/booking.md: says 'book' is in 'spots.ts', which does not contain it.",
    "docs/booking.md: says 'give' is in 'server/spots.ts', which does not contain it.",
    "docs/booking.md: says 'get' is in 'spots.ts', which does not contain it.",
  ]);
});

test('refuses links to files and headings that do not exist', () => {
  const links = '[a](booking.md#two-at-once) [b](../server/lessons/book.ts) [c](#of-one-page)';
  const broken =
    '[d](gone.md) [e](booking.md#gone) [f](#gone) [g](https://example.com/x.md#y) [h](../gone/x)';
  expect(
    findings({
      'docs/pages.md': `${links}\n${broken}\n## Of one page\n`,
      'docs/booking.md': '## Two, at once\n',
      'server/lessons/book.ts': '',
    }),
  ).toEqual([
    "docs/pages.md: links to 'docs/gone.md', which does not exist.",
    "docs/pages.md: links to 'docs/booking.md#gone', which has no such heading.",
    "docs/pages.md: links to 'docs/pages.md#gone', which has no such heading.",
    "docs/pages.md: links to 'gone/x', which does not exist.",
  ]);
});

test('refuses scripts, units and documents that name a file or a command that does not exist', () => {
  const scripts = {
    good: 'node scripts/run.mjs ops/good.ts',
    bad: 'node scripts/run.mjs ops/no.ts',
  };
  expect(
    findings({
      'package.json': JSON.stringify({ scripts }),
      'scripts/run.mjs': '',
      'ops/good.ts': '',
      'ops/deploy/lessons': 'exec node ops/good.ts && exec node gone/bad.ts --site "$site"\n',
      'ops/deploy/install.sh': 'place "$here/lessons.env" "$here/gone.env"\ncat ops/deploy/.env',
      'ops/deploy/lessons.env': '# Copy it to deploy/.env.\n',
      'ops/deploy/one.service':
        'ExecStart=/usr/sbin/lessons good\nExecStop=/usr/sbin/lessons ill\n',
      'docs/run.md':
        'cp lessons/ops/gone.env src/a.ts ops/gone.env\nnpm run good; npm run --if bag',
    }),
  ).toEqual([
    "package.json: names 'ops/no.ts', which does not exist.",
    "ops/deploy/lessons: names 'gone/bad.ts', which does not exist.",
    "ops/deploy/install.sh: names '$here/gone.env', which does not exist.",
    "ops/deploy/lessons.env: names 'deploy/.env', which does not exist.",
    "ops/deploy/one.service: runs 'ill', which package.json does not have.",
    "docs/run.md: names 'ops/gone.env', which does not exist.",
    "docs/run.md: runs 'bag', which package.json does not have.",
  ]);
});

test('refuses a map that lacks a folder of the server or the web app', () => {
  const map = (folders: string) => `## The map\n\n\`\`\`\n${folders}\n\`\`\`\n`;
  const files = { 'server/site/words.ts': '', 'web/site/page.tsx': '', 'server/main.ts': '' };
  expect(findings({ ...files, 'README.md': map('server/ site') })).toEqual([]);
  expect(findings({ ...files, 'README.md': `${map('websites/')}site` })).toEqual([
    "README.md: the map lacks the folder 'server/site'.",
    "README.md: the map lacks the folder 'web/site'.",
  ]);
});

test('refuses a list of the engine that lacks a file which others import', () => {
  expect(
    findings({
      'server/engine/README.md': '- `database.ts`: opens it\n',
      'server/main.ts': importing('./engine/database.ts') + importing('./engine/sqlite.ts'),
      'server/main.test.ts': importing('./engine/move.ts'),
      'server/engine/database.ts': importing('./sqlite.ts'),
      'server/engine/sqlite/sqlite.ts': '',
    }),
  ).toEqual(["server/engine/README.md: the list lacks 'sqlite.ts', which others import."]);
});

test('refuses a list of what tests share that lacks a file', () => {
  expect(
    findings({
      'server/testing/README.md': '| one family | `accounts/families.ts` |\n',
      'server/testing/accounts/families.ts': '',
      'server/testing/races/races.ts': '',
    }),
  ).toEqual(["server/testing/README.md: the list lacks 'races/races.ts'."]);
});
