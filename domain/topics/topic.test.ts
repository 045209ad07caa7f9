// The name of a duplicated topic.
import { expect, test } from 'vitest';

import { LENGTHS } from '../limits.ts';
import { copyName } from './topic.ts';

const { max } = LENGTHS.topicName;

test.each([
  ['Waves', 'Waves (copy)'],
  ['x'.repeat(max), `${'x'.repeat(max - 7)} (copy)`],
  [`${'x'.repeat(max - 8)}🔭`, `${'x'.repeat(max - 8)} (copy)`],
])('the copy of %s', (name, copy) => {
  expect(copyName(name)).toBe(copy);
});
