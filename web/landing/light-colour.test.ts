// Light in the figure is bright whatever its wavelength, and red where it is long.
import { expect, test } from 'vitest';

import { lightColour } from './light-colour.ts';

const channels = (nm: number) =>
  [...lightColour(nm).matchAll(/\d+/g)].map(([channel]) => Number(channel));

test.each([450, 470, 490, 510, 530, 550, 575, 590, 600, 620, 650])(
  'light of %d nm is bright',
  (nm) => {
    const [red = 0, green = 0, blue = 0] = channels(nm);
    // As bright as an eye finds it (Rec. 709).
    expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeGreaterThan(180);
  },
);

test.each([
  [450, 2],
  [530, 1],
  [650, 0],
])('of light of %d nm channel %d is the strongest', (nm, strongest) => {
  const found = channels(nm);
  expect(found.indexOf(Math.max(...found))).toBe(strongest);
});

test('between two hues it is between their colours, and beyond the ends it is theirs', () => {
  expect(lightColour(588)).toBe('rgb(253 216 145)');
  expect(lightColour(300)).toBe(lightColour(450));
  expect(lightColour(900)).toBe(lightColour(650));
});
