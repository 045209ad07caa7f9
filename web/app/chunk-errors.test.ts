// Which errors mean that a script could not be loaded, in the wording of each browser and bundler.
import { expect, test } from 'vitest';

import { isChunkLoadError } from './chunk-errors.ts';

test.each([
  'Failed to fetch dynamically imported module: https://example.com/assets/page.js',
  'error loading dynamically imported module: https://example.com/assets/page.js',
  'Importing a module script failed.',
  "'application/json' is not a valid JavaScript MIME type.",
  'Unable to preload CSS for /assets/page.css',
])('recognises "%s"', (message) => {
  expect(isChunkLoadError(new TypeError(message))).toBe(true);
});

test('recognises an error by its name alone', () => {
  expect(
    isChunkLoadError(Object.assign(new Error('Loading failed.'), { name: 'ChunkLoadError' })),
  ).toBe(true);
});

test.each([
  new Error('Loading failed.'),
  'ChunkLoadError',
  null,
  undefined,
  { name: 'ChunkLoadError' },
])('ignores %o', (error) => {
  expect(isChunkLoadError(error)).toBe(false);
});
