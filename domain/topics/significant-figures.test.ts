// Which significant figures the editor proposes for a question.
import { expect, test } from 'vitest';

import { proposeFigures } from './significant-figures.ts';

test.for([
  ['How fast is it?', null],
  ['A mass of 2.50 kg moves at 3.0 m/s.', [1, 2]],
  ['A mass of 2.50 kg moves at 3.05 m/s.', [2, 3]],
  ['A train covers 1200 m in 62.5 s.', [2, 3]],
  ['Light of $4.86\\times10^{-7}$ m, $d = 2.000 \\times 10^{-6}$ m', [2, 3]],
  ['A charge of 1.60e-19 C', [2, 3]],
  ['A charge of 1.60×10⁻¹⁹ C and $v_0 = 20.0$ m s$^{-1}$', [2, 3]],
  ['At 3.00 m s-1 in Figure 2, with x2 doubled', [2, 3]],
  ['It takes 2 s.', [1, 1]],
  ['$\\frac{1.234567891}{2.345678912}$', [5, 6]],
  ['From 0 to 12.0 m', [2, 3]],
] as const)('%s: %j', ([text, figures]) => {
  const proposed = proposeFigures(text);
  expect(proposed === null ? null : [proposed.min, proposed.max]).toEqual(figures);
});
