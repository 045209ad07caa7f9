// Tests installing the real packages with older and newer Node versions, each with its own npm.
import { execFile } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { NODES, npmOf, programOf } from '../test/ensure-nodes.ts';
import { root } from '../test/steps.ts';

const NOBODY = 65_534;
const INSTALLING =
  'Installing the packages of this project; this is needed once and takes about a minute ...\n';
const READY = expect.stringMatching(/^all is there, on v26\./);

/** Packages with native code, which npm can skip silently. */
const CHECKS = {
  'check.ts': ['@tailwindcss/oxide', 'better-sqlite3', 'lightningcss', 'rolldown'],
  'check-tools.ts': ['sharp', 'oxlint', 'oxfmt', 'typescript'],
};

type Version = (typeof NODES)[number]['version'];
interface InstalledPrograms {
  readonly node: string;
  readonly npm: string;
}
const installed = Object.fromEntries(
  NODES.map((each) => [each.version, { node: programOf(each), npm: npmOf(each) }]),
) as Record<Version, InstalledPrograms>;

/** A project with the real packages, in a folder with a space in its name. */
function newProject(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'install-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const project = path.join(folder, 'a project');
  mkdirSync(path.join(project, 'scripts/run'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'scripts/run/run.mjs'])
    copyFileSync(path.join(root, file), path.join(project, file));
  for (const [file, names] of Object.entries(CHECKS)) {
    const loads = names.map((name) => `await load('${name}');`).join('\n');
    writeFileSync(
      path.join(project, file),
      LOAD + loads + "\nconsole.log('all is there, on ' + process.version);",
    );
  }
  return project;
}

/** Starts programs too, since they load their native part when they run. */
const LOAD = `
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
async function load(name) {
  const program = { typescript: 'bin/tsc' }[name] ?? 'bin/' + name;
  const file = 'node_modules/' + name + '/' + program;
  if (existsSync(file)) execFileSync(process.execPath, [file, '--version']);
  else if (name === 'better-sqlite3') new (await import(name)).default(':memory:');
  else await import(name);
}
`;

/** An environment without the npm and Node that run this test, except for npm's settings. */
function environment({ node }: InstalledPrograms): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|NODE(_OPTIONS|_ENV)?$|PATH$)/i.test(name),
  );
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: [path.dirname(node), ...found].join(path.delimiter) };
}

const runNpm = (project: string, by: InstalledPrograms, ...args: string[]) =>
  promisify(execFile)(by.node, [by.npm, ...args], { cwd: project, env: environment(by) });

const check = (project: string, by: InstalledPrograms, script: keyof typeof CHECKS = 'check.ts') =>
  promisify(execFile)(
    by.node,
    ['scripts/run/run.mjs', ...(script === 'check.ts' ? ['--omit=dev'] : []), script],
    { cwd: project, env: { ...environment(by), npm_execpath: by.npm, npm_node_execpath: by.node } },
  );

const hasBundler = (project: string) =>
  readdirSync(path.join(project, 'node_modules/@rolldown')).some((name) =>
    name.startsWith('binding-'),
  );

test.each(['18.0.0', '24.11.0'] as const)('Node %s installs everything, once', async (version) => {
  const project = newProject();
  expect(await check(project, installed[version])).toEqual({ stdout: READY, stderr: INSTALLING });
  expect(await check(project, installed[version])).toEqual({ stdout: READY, stderr: '' });
});

test('repairs a manual installation by Node 20.11.1, including the development tools', async () => {
  const project = newProject();
  await runNpm(project, installed['20.11.1'], 'ci');
  // Otherwise there is nothing to repair, and this test proves nothing.
  expect(hasBundler(project)).toBe(false);
  const fixed = await check(project, installed['20.11.1'], 'check-tools.ts');
  expect(fixed).toEqual({ stdout: READY, stderr: INSTALLING });
  expect(await check(project, installed['20.11.1'])).toEqual({ stdout: READY, stderr: '' });
  const ofNpx = await runNpm(
    project,
    installed['20.11.1'],
    'exec',
    '--no',
    '--',
    'node',
    '--version',
  );
  expect(ofNpx.stdout).toMatch(/^v26\./);
});

test.skipIf(process.platform === 'win32')(
  'an unprivileged user installs everything with the npm on the PATH',
  async () => {
    const project = newProject();
    const home = path.dirname(project);
    const bin = path.join(home, 'bin');
    const { node, npm } = installed['20.11.1'];
    mkdirSync(bin);
    cpSync(node, path.join(bin, 'node'));
    cpSync(path.dirname(path.dirname(npm)), path.join(home, 'npm'), { recursive: true });
    symlinkSync('../npm/bin/npm-cli.js', path.join(bin, 'npm'));
    chmodSync(path.join(bin, 'npm'), 0o755);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      for (const name of ['.', ...readdirSync(home, { recursive: true }).map(String)])
        chownSync(path.join(home, name), NOBODY, NOBODY);
    }
    const options = {
      cwd: project,
      env: {
        ...environment({ node: path.join(bin, 'node'), npm: path.join(bin, 'npm') }),
        HOME: home,
        npm_config_cache: path.join(home, 'cache'),
      },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    };
    const args = ['scripts/run/run.mjs', '--omit=dev', 'check.ts'];
    const outcome = await promisify(execFile)(path.join(bin, 'node'), args, options);
    expect(outcome).toEqual({ stdout: READY, stderr: INSTALLING });
  },
);
