// Fails if a built script or style uses what the oldest supported browsers lack, unless reasons.ts
// says why it works without. docs/browsers.md names the browsers.
import path from 'node:path';

import { build } from 'vite';

import { root } from '../test/steps.ts';
import { readNewer } from './newer.ts';
import { reasons } from './reasons.ts';
import { newerInScript, newerInStyle } from './scan.ts';

process.env['NODE_ENV'] = 'production';
const built = await build({
  root,
  configFile: path.join(root, 'vite.config.ts'),
  configLoader: 'native',
  logLevel: 'warn',
  build: { write: false },
});
if (!('output' in built)) throw new Error('the build has no output');
const newer = readNewer();
const users = new Map<string, string[]>();
for (const file of built.output) {
  const found =
    file.type === 'chunk'
      ? newerInScript(file.code, newer)
      : file.fileName.endsWith('.css')
        ? newerInStyle(String(file.source))
        : [];
  for (const name of found) users.set(name, [...(users.get(name) ?? []), file.fileName]);
}
const faults = [
  ...[...users]
    .filter(([name]) => !(name in reasons))
    .map(([name, files]) => `${name} is newer than the oldest browsers: ${files.join(', ')}`),
  ...Object.keys(reasons)
    .filter((name) => !users.has(name))
    .map((name) => `${name} is not used: remove its reason`),
];
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;
