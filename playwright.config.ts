// The end-to-end tests: a real Chromium against one demo per worker, in desktop or phone windows.
import { defineConfig } from '@playwright/test';

import { putClockAhead, readAhead } from './sandbox/clock-ahead.ts';
import { findBrowser } from './scripts/test/find-browser.ts';

// In the first process and in each worker, before any test reads the time.
putClockAhead(readAhead());

const browser = findBrowser();
if (browser === null)
  throw new Error('The end-to-end tests need Chromium or Chrome; set CHROMIUM_PATH to one.');
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  // One build for all demos.
  globalSetup: './scripts/test/prepare-journeys.ts',
  testMatch: '**/*.spec.ts',
  // See playwright.engines.config.ts.
  testIgnore: '**/e2e/engines/**',
  outputDir: 'test-results',
  fullyParallel: true,
  // A journey waits for two thirds of its time, so three run at once on each core.
  workers: 3 * Number(process.env['WORKERS'] ?? 2),
  // One retry in CI, so that a paused machine does not turn main red. A test that passes on retry
  // is printed with its failure.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Guards against hangs alone: beside five others, on two slow cores, a journey of 20 s takes
  // 90 s.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // `npx playwright test --trace on` records a trace; tracing every test makes them a fifth
    // slower.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser,
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Tests run in a desktop window, where the checks of a page also shrink it to a tablet's and a
  // phone's. A tag names the tests that run with touch in a phone's own window, or in both.
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone\b/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@(phone|both)\b/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
