// Finds a Chromium or Chrome for the end-to-end tests: the system's, or else Playwright's.
import { existsSync } from 'node:fs';
import path from 'node:path';

import { chromium } from '@playwright/test';

const SHELL = 'chromium-headless-shell';
const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
// The same engine without windows; it takes two thirds of the processor time.
const programs = [SHELL, ...windowed];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export const isHeadlessShell = (browser: string) => path.basename(browser) === SHELL;

/**
 * The path of an available browser; null when there is none. `CHROMIUM_PATH` takes precedence.
 * `withWindow` excludes headless shells.
 */
export function findBrowser(withWindow = false): string | null {
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .flatMap((folder) =>
      (withWindow ? windowed : programs).map((program) => path.join(folder, program)),
    );
  const configured = process.env['CHROMIUM_PATH'];
  const candidates = [
    ...(configured ? [configured] : []),
    ...onPath,
    ...elsewhere,
    chromium.executablePath(),
  ];
  return candidates.find((candidate) => existsSync(candidate)) ?? null;
}
