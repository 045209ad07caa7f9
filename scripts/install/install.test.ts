// The installation with real packages, by each Node that people may have, with the npm that came with it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { NODES, npmOf, programOf } from '../test/ensure-nodes.ts';
import { writeNativeProject } from './native-project.ts';

const NOBODY = 65_534;
const INSTALLING =
  'Installing the packages of this project; this is needed once and takes about a minute ...\n';
const READY = { code: 0, stdout: expect.stringMatching(/^all is there, on v26\./) };

/** A program of Node and npm's own, as one finds them on the PATH. */
interface Installed {
  readonly node: string;
  readonly npm: string;
}

const installed = Object.fromEntries(
  NODES.map((each) => [each.version, { node: programOf(each), npm: npmOf(each) }]),
) as Record<(typeof NODES)[number]['version'], Installed>;

/** Empty, and gone after the test. */
function newFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'install-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Its name has a space, as many have. */
function newProject(): string {
  const project = path.join(newFolder(), 'a project');
  writeNativeProject(project);
  return project;
}

/** Nothing of the npm and the Node that run this test, but the settings of npm. */
function environment({ node }: Installed): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_)|NODE(_OPTIONS|_ENV)?$|PATH$)/i.test(name),
  );
  const found = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: [path.dirname(node), ...found].join(path.delimiter) };
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv; readonly uid?: number },
) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout, stderr };
}

const check = (project: string, by: Installed) =>
  run([by.node, by.npm, 'run', '--silent', 'check'], { cwd: project, env: environment(by) });

/** As somebody does who does not know that every command does it. */
async function installByHand(project: string, by: Installed): Promise<void> {
  const { code } = await run([by.node, by.npm, 'ci'], { cwd: project, env: environment(by) });
  expect(code).toBe(0);
}

const hasBundler = (project: string) =>
  readdirSync(path.join(project, 'node_modules', '@rolldown')).some((name) => name.startsWith('binding-'));

// Each takes some ten seconds, so that no Node is tried in two ways where one shows both.
test.each(['18.0.0', '20.19.0'] as const)('Node %s installs all, and only once', async (version) => {
  const project = newProject();
  expect(await check(project, installed[version])).toEqual({ ...READY, stderr: INSTALLING });
  expect(await check(project, installed[version])).toEqual({ ...READY, stderr: '' });
});

test.each([
  ['20.11.1', '20.11.1'],
  ['18.0.0', '24.11.0'],
] as const)('what Node %s has left out by hand, Node %s puts right', async (bad, next) => {
  const project = newProject();
  await installByHand(project, installed[bad]);
  // Otherwise there is nothing to put right, and this case tests nothing.
  expect(hasBundler(project)).toBe(false);
  expect(await check(project, installed[next])).toEqual({ ...READY, stderr: INSTALLING });
  expect(await check(project, installed[bad])).toEqual({ ...READY, stderr: '' });
});

test.skipIf(process.platform === 'win32')(
  'Node 22.11.0 installs all without npm run, by the npm on the path, for a user who owns nothing else',
  async () => {
    const project = newProject();
    const home = path.dirname(project);
    const bin = path.join(home, 'bin');
    mkdirSync(bin);
    cpSync(installed['22.11.0'].node, path.join(bin, 'node'));
    cpSync(path.dirname(path.dirname(installed['22.11.0'].npm)), path.join(home, 'npm'), { recursive: true });
    symlinkSync('../npm/bin/npm-cli.js', path.join(bin, 'npm'));
    chmodSync(path.join(bin, 'npm'), 0o755);
    const by = { node: path.join(bin, 'node'), npm: path.join(bin, 'npm') };
    const isRoot = process.getuid?.() === 0;
    if (isRoot) {
      for (const name of ['.', ...readdirSync(home, { recursive: true }).map(String)])
        chownSync(path.join(home, name), NOBODY, NOBODY);
    }
    const options = {
      cwd: project,
      env: { ...environment(by), HOME: home, npm_config_cache: path.join(home, 'cache') },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    };
    expect(await run([by.node, 'scripts/run/run.mjs', 'check'], options)).toEqual({
      ...READY,
      stderr: INSTALLING,
    });
    expect(await run([by.node, 'scripts/run/run.mjs', 'check'], options)).toEqual({ ...READY, stderr: '' });
  },
);
