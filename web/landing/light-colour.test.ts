// Light in the figure is bright at every wavelength, and red at long ones.
import { expect, test } from 'vitest';

import { lightColour } from './fringes.ts';

const channels = (nm: number) =>
  [...lightColour(nm).matchAll(/\d+/g)].map(([channel]) => Number(channel));

test.each([450, 470, 490, 510, 530, 550, 575, 590, 600, 620, 650])('draws %d nm bright', (nm) => {
  const [red = 0, green = 0, blue = 0] = channels(nm);
  // Perceived brightness (Rec. 709).
  expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeGreaterThan(180);
});

test.each([
  [450, 2],
  [530, 1],
  [650, 0],
])('for light of %d nm makes channel %d the strongest', (nm, strongest) => {
  const found = channels(nm);
  expect(found.indexOf(Math.max(...found))).toBe(strongest);
});

test('interpolates between two hues and clamps beyond the ends', () => {
  expect(lightColour(588)).toBe('rgb(253 216 145)');
  expect(lightColour(300)).toBe(lightColour(450));
  expect(lightColour(900)).toBe(lightColour(650));
});
