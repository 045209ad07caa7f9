// The journeys: a real Chromium against a demo for each worker, at a desk and on a phone.
import { defineConfig } from '@playwright/test';

import { findBrowser } from './scripts/test/find-browser.ts';

const browser = findBrowser();
if (browser === null) throw new Error('The journeys need Chromium or Chrome; set CHROMIUM_PATH to one.');
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  // One build for all of the demos.
  globalSetup: './scripts/test/provide-build.ts',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // `npx playwright test --trace on` records one; recording every journey makes them a fifth slower.
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
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // A page weighs the same on a phone.
    {
      name: 'phone',
      testIgnore: '**/*-bytes.spec.ts',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
    },
  ],
});
