// The journeys' own `test`: each worker has a demo to itself, at whose address its pages open.
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
 * Each test has a demo to itself, for what would get in the way of others; `settings` as for
 * `startDemo`.
 */
export const testAlone = (settings: Readonly<Record<string, string>> = {}) =>
  test.extend<{ ownDemo: Demo }>({
    ownDemo: [({}, use) => lendDemo(use, settings), { timeout: START_MS }],
    baseURL: ({ ownDemo }, use) => use(ownDemo.origin),
  });
