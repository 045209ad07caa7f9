// Which files are made of a picture, and their addresses.
import { expect, test } from 'vitest';

import { heightAt, picturePath, readPictureName, widthsOf } from './picture-files.ts';

test.each([
  [1, 1, [1]],
  [319, 200, [319]],
  [320, 200, [320]],
  [321, 200, [320, 321]],
  [640, 200, [320, 640]],
  [1000, 1000, [320, 640, 1000]],
  [1280, 3840, [320, 640, 1280]],
  [1280, 3841, [320, 640]],
  [1280, 12_000, [320]],
  [12_000, 12_000, [320, 640, 1280]],
])('a picture of %i by %i px has files that are %j px wide', (width, height, widths) => {
  expect(widthsOf({ id: '', width, height })).toEqual(widths);
});

test.each([
  [{ width: 1000, height: 500 }, 320, 160],
  [{ width: 12_000, height: 1 }, 320, 1],
  [{ width: 3, height: 2 }, 3, 2],
])('keeps the shape of %j', (picture, width, height) => {
  expect(heightAt({ id: '', ...picture }, width)).toBe(height);
});

const ID = '0123456789abcdef0123456789abcdef';

test('reads the name of each file that it writes', () => {
  const name = picturePath(ID, 640, 'webp').replace('/pictures/', '');
  expect(readPictureName(name)).toEqual({ id: ID, width: 640, format: 'webp' });
});

test.each([`${ID}-640.png`, `${ID}.jpg`, `${ID.toUpperCase()}-640.jpg`, `${ID}-640.jpg/`, ''])(
  'reads no other name: %j',
  (name) => {
    expect(readPictureName(name)).toBeNull();
  },
);
