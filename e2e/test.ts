// The journeys' own `test`: each worker has its own demo, and pages open at the demo's address.
import { test as base } from '@playwright/test';

import { type Demo, startDemo } from './demo.ts';

export const START_MS = 60_000;

/** `settings` as for `startDemo`. */
export async function lendDemo(
  use: (demo: Demo) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
) {
  const demo = await startDemo(settings);
  await use(demo);
  await demo.stop();
}

export const test = base.extend<object, { demo: Demo }>({
  demo: [({}, use) => lendDemo(use), { scope: 'worker', timeout: START_MS }],
  baseURL: ({ demo }, use) => use(demo.origin),
});

/**
 * Gives each test its own demo, for tests that would disturb others; `settings` as for `startDemo`.
 */
export const testAlone = (settings: Readonly<Record<string, string>> = {}) =>
  test.extend<{ ownDemo: Demo }>({
    ownDemo: [({}, use) => lendDemo(use, settings), { timeout: START_MS }],
    baseURL: ({ ownDemo }, use) => use(ownDemo.origin),
  });
