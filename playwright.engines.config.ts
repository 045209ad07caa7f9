// The end-to-end tests in the engines of iPhones and of Firefox, which Playwright does not drive by
// itself.
import { defineConfig } from '@playwright/test';

import type { EngineOptions } from './e2e/engines/test.ts';
import { readNewer } from './scripts/floor/newer.ts';
import { findTool } from './scripts/test/find-tool.ts';

// As in the oldest supported browsers.
const lacking = [
  ...readNewer().builtIns,
  // Whole, as domain/time.ts asks for it.
  'window.Temporal',
  'HTMLElement.hidePopover',
  'HTMLElement.popover',
  'URL.canParse',
];

export default defineConfig<object, EngineOptions>({
  testDir: 'e2e/engines',
  globalSetup: './scripts/test/prepare-journeys.ts',
  outputDir: 'test-results/engines',
  workers: Number(process.env['WORKERS'] ?? 2),
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Guards against hangs alone.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  projects: [
    { name: 'webkit', use: { firefox: null, lacking } },
    { name: 'firefox', use: { firefox: findTool('firefox-esr'), lacking } },
  ],
});
