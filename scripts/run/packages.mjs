// Sees to it that the packages of package-lock.json are there, whole, whichever Node and npm a person has.
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { Complaint } from './complaint.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const modules = path.join(root, 'node_modules');

const lockFile = path.join(root, 'package-lock.json');
/** What npm itself notes of every installation. */
const installedFile = path.join(modules, '.package-lock.json');
const stampFile = path.join(modules, '.install-stamp.json');
/** Named in a complaint; the rest of a long list says nothing more. */
const MAX_NAMED = 3;

/**
 * Makes sure of the packages; `needs` is 'full' or 'production', which makes do without the tools for development. Costs a few
 * milliseconds when they are there. `run` runs a program to its end and resolves to its exit code. Throws a Complaint.
 */
export async function ensurePackages(needs, run) {
  const stamp = readStamp();
  const mode = stamp.isValid ? stamp.mode : noteInstallation();
  if (mode === 'full' || (mode !== null && needs === 'production')) return;

  const wanted = stamp.mode === 'full' ? 'full' : needs;
  refuseForeignFolder();
  console.error('Installing the packages of this project; this is needed once and takes about a minute ...');
  const { code } = await run(...npm(wanted));
  if (code !== 0) throw new Complaint(`The packages could not be installed: npm ended with code ${code}.`);
  const missing = missingPackages().filter((each) => wanted === 'full' || !each.isForDevelopment);
  if (missing.length > 0) throw new Complaint(leftOut(missing));
  noteInstallation();
}

/** What an earlier command has found; valid as long as nobody has installed anything since. */
function readStamp() {
  const stamp = readJson(stampFile) ?? {};
  const isValid =
    stamp.lock === hashOf(lockFile) &&
    stamp.installed === hashOf(installedFile) &&
    stamp.native.every((name) => existsSync(path.join(root, name)));
  return { isValid, mode: stamp.mode };
}

/** Looks at what is there, whoever has installed it, and notes it when it is whole. Returns null when it is not. */
function noteInstallation() {
  const missing = missingPackages();
  const mode =
    missing.length === 0
      ? 'full'
      : missing.every(({ isForDevelopment }) => isForDevelopment)
        ? 'production'
        : null;
  if (mode !== null) {
    const native = wantedPackages()
      .filter((each) => each.isNative && (mode === 'full' || !each.isForDevelopment))
      .map(({ name }) => name);
    writeStamp({ lock: hashOf(lockFile), installed: hashOf(installedFile), mode, native });
  }
  return mode;
}

function writeStamp(stamp) {
  try {
    writeFileSync(stampFile, JSON.stringify(stamp));
  } catch (error) {
    // It only saves time, and whoever may not write here runs what somebody else has installed.
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
}

/** What the lockfile wants on this platform. An optional package without a platform is another one's business. */
function wantedPackages() {
  const lock = readJson(lockFile);
  if (lock === null)
    throw new Complaint('package-lock.json cannot be read; "git checkout package-lock.json" restores it.');
  return Object.entries(lock.packages)
    .filter(([name, entry]) => name !== '' && (!entry.optional || isForThisPlatform(entry)))
    .map(([name, entry]) => ({
      name,
      version: entry.version,
      isNative: entry.optional === true,
      isForDevelopment: entry.dev === true || entry.devOptional === true,
    }));
}

/** npm leaves an optional package out without a word; of one with native code that is an installation that cannot run. */
function missingPackages() {
  const installed = readJson(installedFile)?.packages ?? {};
  return wantedPackages().filter(
    ({ name, version, isNative }) =>
      installed[name]?.version !== version ||
      (isNative && !existsSync(path.join(root, name, 'package.json'))),
  );
}

function isForThisPlatform({ os, cpu, libc }) {
  if (os === undefined && cpu === undefined) return false;
  return (
    fits(os, process.platform) && fits(cpu, process.arch) && (libc === undefined || fits(libc, libcName()))
  );
}

/** npm's own rule: names that fit, or with an exclamation mark those that do not. */
function fits(listed, value) {
  if (listed === undefined) return true;
  const names = [listed].flat();
  if (names.includes(`!${value}`)) return false;
  const positive = names.filter((name) => !name.startsWith('!'));
  return positive.length === 0 || positive.includes(value);
}

let knownLibc;

/** 'glibc' or 'musl' on Linux; null elsewhere. */
function libcName() {
  if (process.platform !== 'linux') return null;
  if (knownLibc === undefined) {
    // Otherwise it asks for the name of every address that this machine talks to.
    process.report.excludeNetwork = true;
    knownLibc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  }
  return knownLibc;
}

function leftOut(missing) {
  const named = missing.slice(0, MAX_NAMED).map(({ name }) => name.replace(/^node_modules\//, ''));
  const rest = missing.length - named.length;
  return `The packages are not whole: npm has left out ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Try a newer npm, and see whether "npm config list" shows an omit, os, cpu or libc setting.`;
}

function refuseForeignFolder() {
  const folder = existsSync(modules) ? modules : root;
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Complaint(
      `The packages have to be installed, and this user cannot write to ${folder}: run the command once as its owner.`,
    );
  }
}

/** The npm that called this script, on the Node that it came with, or else the one on the PATH; program, arguments and options. */
function npm(mode) {
  const args = [
    'ci',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--no-update-notifier',
    '--include=optional',
  ];
  args.push(mode === 'full' ? '--include=dev' : '--omit=dev');
  const {
    NODE_OPTIONS = '',
    npm_execpath: caller = '',
    npm_node_execpath: node = process.execPath,
  } = process.env;
  const preload = `--require ${JSON.stringify(path.join(root, 'scripts', 'run', 'own-version.cjs'))}`;
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      NODE_OPTIONS: `${NODE_OPTIONS} ${preload}`.trim(),
      OWN_NODE_VERSION: `v${Object.values(readJson(path.join(root, 'package.json')).optionalDependencies)[0]}`,
    },
  };
  return /npm-cli\.c?js$/.test(caller)
    ? [node, [caller, ...args], options]
    : ['npm', args, { ...options, shell: process.platform === 'win32' }];
}

/** Null when there is no such file or a killed process has left it half-written. */
function readJson(file) {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function hashOf(file) {
  return existsSync(file) ? createHash('sha256').update(readFileSync(file)).digest('hex') : null;
}
