// The journeys: a real Chromium against a demo for each worker, at a desk and on a phone.
import { defineConfig } from '@playwright/test';

import { findBrowser } from './scripts/test/find-browser.ts';

const browser = findBrowser();
if (browser === null)
  throw new Error('The journeys need Chromium or Chrome; set CHROMIUM_PATH to one.');
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  // One build for all of the demos.
  globalSetup: './scripts/test/provide-build.ts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  // What guards main must not turn red for a machine that paused; what passed at the second try is
  // printed with its failure.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // `npx playwright test --trace on` records one; recording every journey makes them a fifth
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
  // A journey is made at a desk and on a phone. Where it is about calls, sessions, time or words,
  // which are the same in either, its tag names the one window that it is made in.
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone\b/,
      use: { viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grepInvert: /@desktop\b/,
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
