// What a screen reader says of formulas: the table of docs/formulas.md, by speech-rule-engine.
import { readFileSync } from 'node:fs';

import { setupEngine, toSpeech } from 'speech-rule-engine/js/index.js';
import { beforeAll, expect, test } from 'vitest';

import { bySymbol } from '../../domain/marking/unit-symbols.ts';
import { renderText } from './render.ts';

beforeAll(async () => {
  await setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
});

function spoken(tex: string): string {
  const rendered = renderText(`$${tex}$`);
  if ('fault' in rendered) throw new Error(rendered.fault);
  const [math = ''] = /<math[^]*<\/math>/.exec(rendered.html) ?? [];
  return toSpeech(math.replace('<math', '<math xmlns="http://www.w3.org/1998/Math/MathML"'));
}

const page = readFileSync(new URL('../../docs/formulas.md', import.meta.url), 'utf8');
const ROWS = [...page.matchAll(/^\| `(.+?)`\s*\| .*? \| (.*?)\s*\|$/gm)].map(
  ([, tex = '', words = '']) => [tex, words] as const,
);

test('the table has 30 formulas or more', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(30);
});

test.each(ROWS)('%s', (tex, words) => {
  expect(spoken(tex)).toBe(words);
});

test('no unit is read as another', () => {
  const wrong = [...bySymbol.keys()]
    .filter((symbol) => /^[A-Za-zµΩ]+$/.test(symbol))
    .map((symbol) => [symbol, spoken(`5\\,\\mathrm{${symbol}}`)] as const)
    .filter(([, words]) => /\b(?:Celsius|Fahrenheit|tons|decibytes|normal)\b/.test(words));
  expect(wrong).toEqual([]);
});
