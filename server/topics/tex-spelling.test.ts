// Signs in formulas that look the same as those that TeX knows, and where faults are after them.
import { expect, test } from 'vitest';

import { renderText } from './render.ts';

// KaTeX, MathJax and pandoc take µ and ½; Temml 0.13.5 (strict) refuses each of the left ones.
test.for([
  ['5 \u00B5m', '5 \\mu m'],
  ['\u00BDmv^2', '\\frac{1}{2}mv^2'],
  ['a \u00B7 b', 'a \\cdot b'],
  ['a \u2022 b', 'a \\cdot b'],
  ['a \u2013 b', 'a - b'],
  ['10^{\u201119}', '10^{-19}'],
  ['x\u2032', "x'"],
  ['x\u2033', "x''"],
  ['f\u2019(x)', "f'(x)"],
  ['\u2206E', '\\Delta E'],
  ['\u0127\u03C9', '\\hbar\\omega'],
  ['20 \u00BAC', '20 °C'],
  ['20 \u2103', '20 °C'],
  ['3\u22154', '3/4'],
  ['2 \u2715 3', '2 \\times 3'],
  ['\u221A12.5', '\\sqrt{12.5}'],
  ['\u221Ax', '\\sqrt{x}'],
  ['\u221A{ab}', '\\sqrt{ab}'],
  ['5 \u212B', '5 \\text{Å}'],
  ['x\u200By', 'xy'],
  ['50%', '50\\%'],
  // Pari-gp 2.15 writes its products so; TeX shows the sign at the end of a line alone.
  ['2\\*10^{3}', '2 \\cdot 10^{3}'],
  ['\\text{50% off}', '\\text{50\\% off}'],
])('reads $%s$ as $%s$', ([typed, plain]) => {
  const rendered = renderText(`$${typed}$`);
  expect(rendered).not.toHaveProperty('fault');
  expect(rendered).toEqual(renderText(`$${plain}$`));
});

test.for(['\u00BD\u2013\u2019', '5\u00B5m'])('keeps %s in a text within a formula', (typed) => {
  const html = `<p><math><mtext>${typed}</mtext></math></p>`;
  expect(renderText(`$\\text{${typed}}$`)).toMatchObject({ html });
});

test.for([
  ['\u00BD\\colour{1}', 3],
  ['5%\\colour{1}', 4],
  ['\u221A12\\colour{1}', 5],
  ['\u2033\u00BD\u200B\\colour{1}', 5],
  ['\\colour{\u00BD}', 2],
] as const)('counts the characters of a fault as typed: $%s$', ([typed, place]) => {
  expect(renderText(`$${typed}$`)).toEqual({
    fault: `Formula, character ${place}: Unsupported function name: \\colour.`,
  });
});
