// Tests the crop of a picture.
import { expect, test } from 'vitest';

import { CENTRED, dragged, rectOf, sizeToSend } from './crop-dialog.tsx';

const PHOTO = { width: 4000, height: 3000 };
const PORTRAIT = 4 / 5;

test.each([
  [PHOTO, PORTRAIT, CENTRED, { left: 800, top: 0, width: 2400, height: 3000 }],
  [PHOTO, PORTRAIT, { ...CENTRED, across: 0 }, { left: 0, top: 0, width: 2400, height: 3000 }],
  [
    PHOTO,
    PORTRAIT,
    { zoom: 2, across: 1, down: 1 },
    { left: 2800, top: 1500, width: 1200, height: 1500 },
  ],
  [{ width: 100, height: 100 }, 2, CENTRED, { left: 0, top: 25, width: 100, height: 50 }],
])('keeps of %j in the shape %f at %j', (picture, shape, crop, rect) => {
  expect(rectOf(picture, shape, crop)).toEqual(rect);
});

test('follows a finger, up to the edge of the picture', () => {
  const half = dragged(PHOTO, PORTRAIT, CENTRED, { across: 0.25, down: 0.5 });
  expect(rectOf(PHOTO, PORTRAIT, half)).toMatchObject({ left: 200, top: 0 });
  const far = dragged(PHOTO, PORTRAIT, CENTRED, { across: -5, down: 0 });
  expect(rectOf(PHOTO, PORTRAIT, far)).toMatchObject({ left: 1600 });
});

test.each([
  [
    { width: 2560, height: 3200 },
    { width: 1280, height: 1600 },
  ],
  [
    { width: 300.4, height: 0.2 },
    { width: 300, height: 1 },
  ],
])('sends %j as %j', (kept, sent) => {
  expect(sizeToSend(kept)).toEqual(sent);
});
