// The colours that a tutor can choose are readable wherever they stand, in both schemes.
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { accentNames, accents, DEFAULT_ACCENT } from '../../domain/site/accent.ts';

const css = readFileSync(new URL('../styles/base.css', import.meta.url), 'utf8');

/** What they stand on, and what stands on them. */
const grounds = {
  light: ['#f8f4ea', '#fffdf8', '#fbeee4'],
  dark: ['#10172a', '#182138', '#2c212b'],
} as const;
const onSignal = { light: '#fffdf8', dark: '#2a0d02' } as const;

function luminance(colour: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(...colours: [string, string]): number {
  const [dark = 0, light = 0] = colours.map(luminance).toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

test('measures contrast as browsers do', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test.for(
  accentNames.flatMap((name) =>
    (['light', 'dark'] as const).map((scheme) => [name, scheme] as const),
  ),
)('%s is readable in the %s scheme', ([name, scheme]) => {
  const colour = accents[name][scheme];
  const pale = [...grounds[scheme], onSignal[scheme]].filter(
    (ground) => contrast(colour, ground) < 4.5,
  );
  expect(pale).toEqual([]);
});

test('the stylesheet has these colours', () => {
  for (const name of accentNames) {
    const { light, dark } = accents[name];
    const rule = name === DEFAULT_ACCENT ? '' : String.raw`\[data-accent='${name}'\] \{\s*`;
    for (const colour of [light, dark])
      expect(css).toMatch(new RegExp(`${rule}--color-signal: ${colour};`));
  }
});
