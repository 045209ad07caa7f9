// The journeys: a real Chromium against the demo, at a desk and on a phone.
import { defineConfig } from '@playwright/test';

import { freePort } from './sandbox/free-port.ts';
import { findBrowser } from './scripts/test/find-browser.ts';

const PORT_VARIABLE = 'E2E_PORT';

/** Every worker reads this file again, so the first one chooses the port and hands it on in the environment. */
async function choosePort(): Promise<string> {
  const chosen = process.env[PORT_VARIABLE];
  if (chosen) return chosen;
  const port = String(await freePort());
  process.env[PORT_VARIABLE] = port;
  return port;
}

const browser = findBrowser();
if (browser === null) throw new Error('The journeys need Chromium or Chrome; set CHROMIUM_PATH to one.');
const port = await choosePort();
// The address that the demo gives itself, so that a return from the payment page is to the same site.
const origin = `http://localhost:${port}`;
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
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
    baseURL: origin,
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
  webServer: {
    command: `"${process.execPath}" sandbox/demo.ts`,
    url: `http://127.0.0.1:${port}/api/health`,
    // Two workers sign up and sign in more often than one visitor ever would.
    env: { PORT: port, RATE_LIMIT_SCALE: 'off' },
    reuseExistingServer: false,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
