// Makes sure that the suites have their browsers and PostgreSQL, installing them where possible.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { findPostgres } from '../../server/testing/postgres/find-postgres.ts';
import { findBrowser, isHeadlessShell } from './find-browser.ts';
import { findTool } from './find-tool.ts';
import { root } from './steps.ts';

/** How many seconds apt waits for another installation on the same machine. */
const LOCK_SECONDS = 300;

/** Returns what to install by hand, or null when Chromium is available. */
export async function ensureBrowser(): Promise<string | null> {
  const browser = findBrowser();
  // The headless shell takes two thirds of the time. It is only installed beside another browser
  // where root may, as in CI.
  const mayInstall = isDebian() && process.getuid?.() === 0 && !process.env['CHROMIUM_PATH'];
  if (browser !== null && (isHeadlessShell(browser) || !mayInstall)) return null;
  console.log('Installing Chromium for the end-to-end tests ...');
  // Ubuntu's chromium is a snap, which does not run in containers; Debian's is a plain package.
  if (
    isDebian() &&
    !(await installPackages(['chromium-headless-shell', 'fonts-liberation'])) &&
    browser === null
  )
    await installPackages(['chromium', 'fonts-liberation']);
  if (findBrowser() === null)
    await run(process.execPath, [
      path.join(root, 'node_modules/@playwright/test/cli.js'),
      'install',
      'chromium',
    ]);
  return findBrowser() === null
    ? "No Chromium or Chrome was found and none could be installed: install one, or run 'npx playwright install chromium'."
    : null;
}

/** Debian's own; another that comes first in PATH has none of Debian's modules. */
const SYSTEM_PYTHON = '/usr/bin/python3';
const enginePackages = [
  'firefox-esr',
  'webkit2gtk-driver',
  'xvfb',
  'python3-gi',
  'gir1.2-webkit2-4.1',
] as const;

/** Returns what to install by hand, or null when Firefox and WebKitGTK are available. */
export async function ensureEngines(): Promise<string | null> {
  if (await hasEngines()) return null;
  console.log('Installing Firefox and WebKitGTK for the tests in other engines ...');
  await installPackages(enginePackages);
  return (await hasEngines())
    ? null
    : `Firefox ESR or WebKitGTK was not found and could not be installed: install the packages ${enginePackages.join(', ')} of Debian 12 or later.`;
}

async function hasEngines(): Promise<boolean> {
  const programs = ['firefox-esr', 'WebKitWebDriver', 'Xvfb'];
  if (programs.some((name) => findTool(name) === null)) return false;
  const versions =
    "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  return promisify(execFile)(SYSTEM_PYTHON, ['-c', versions]).then(
    () => true,
    () => false,
  );
}

/** Returns what to install by hand, or null when PostgreSQL's server programs are available. */
export async function ensurePostgres(): Promise<string | null> {
  if (findPostgres() !== null) return null;
  console.log('Installing PostgreSQL for the server tests ...');
  await installPackages(['postgresql']);
  return findPostgres() === null
    ? 'No PostgreSQL server was found and none could be installed: install PostgreSQL 15 or later (initdb and postgres).'
    : null;
}

function isDebian(): boolean {
  return (
    existsSync('/etc/os-release') &&
    /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}

/**
 * Installs with apt as root or through a passwordless sudo. Returns false if that fails or there is
 * no apt.
 */
async function installPackages(names: readonly string[]): Promise<boolean> {
  if (!existsSync('/usr/bin/apt-get')) return false;
  const prefix = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const apt = (...args: string[]) => {
    const [program = '', ...rest] = [
      ...prefix,
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      '-qq',
      '-o',
      `DPkg::Lock::Timeout=${LOCK_SECONDS}`,
      ...args,
    ];
    return run(program, rest);
  };
  return (
    (await apt('update')) && (await apt('install', '--yes', '--no-install-recommends', ...names))
  );
}

/** Whether the program succeeded; prints its output only if it failed. */
async function run(program: string, args: readonly string[]): Promise<boolean> {
  try {
    await promisify(execFile)(program, args);
    return true;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as {
      readonly stdout?: string;
      readonly stderr?: string;
    };
    console.log(`${program} ${args.join(' ')} failed.\n${stdout}${stderr}`.trimEnd());
    return false;
  }
}
