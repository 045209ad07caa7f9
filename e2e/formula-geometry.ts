// Formulas whose look can be measured, and what must be so in every engine.

/** In this order they stand in a question, each in a paragraph of its own. */
export const MEASURED_FORMULAS = [
  '$\\ce{^{235}_{92}U}$',
  '$\\ce{^{0}_{-1}e}$',
  '$\\ce{^{99m}_{43}Tc}$',
  '$\\prescript{235}{92}{\\mathrm{U}}$',
  '$$\\begin{aligned}v^2&=u^2+2as\\\\v&=u+at\\end{aligned}$$',
  '$\\begin{array}{c|c}a&b\\\\\\hline c&d\\end{array}$',
  '$\\overline{AB}$',
  '$\\underline{u}$',
  '$\\cancel{mg}$',
  '$\\frac{a}{b}$',
  '$\\bar{v}$',
  '$$\\psi(x)=\\frac{1}{\\sqrt{2\\pi}}\\int_{-\\infty}^{\\infty}\\hat{\\psi}(k)e^{ikx}\\,\\mathrm{d}k,' +
    '\\quad\\sum_{i=1}^{n}\\lim_{x\\to0}f_i(x)=\\int_0^1g(x)\\,\\mathrm{d}x+\\frac{a+b+c+d}{e+f+g}$$',
] as const;

/**
 * What is wrong with these formulas on the page, or within one of its elements, in words. It runs
 * in the page and uses nothing from outside, so that a driver can send it as text.
 */
export function findFormulaFaults(part: Element | null): string[] {
  const root = part ?? document.body;
  const faults: string[] = [];
  const maths = [...root.querySelectorAll('math')];
  const expectThat = (isSo: boolean, fault: string) => {
    if (!isSo) faults.push(fault);
  };
  const boxOf = (element: Element | null | undefined) =>
    element?.getBoundingClientRect() ?? new DOMRect();
  const isNear = (one: number, other: number) => Math.abs(one - other) <= 1.5;
  const find = (index: number, selector: string) => [
    ...(maths[index]?.querySelectorAll(selector) ?? []),
  ];

  for (const index of [0, 1, 2, 3]) {
    const [symbol, , atomic, mass] = find(index, 'mmultiscripts > *').map(boxOf);
    if (symbol === undefined || atomic === undefined || mass === undefined) {
      faults.push(`nuclide ${index} has no numbers before its symbol`);
      continue;
    }
    expectThat(isNear(atomic.right, mass.right), `the numbers of nuclide ${index} are not flush`);
    expectThat(mass.right <= symbol.left + 2, `nuclide ${index} has numbers over its symbol`);
    expectThat(mass.bottom <= atomic.top + mass.height / 2, `nuclide ${index} is upside down`);
    expectThat(mass.width > 3 && atomic.width > 3, `nuclide ${index} shows no numbers`);
  }

  const cells = find(4, 'mtd').map((cell) => boxOf(cell.firstElementChild));
  expectThat(
    isNear(cells[0]?.right ?? 0, cells[2]?.right ?? 9) &&
      isNear(cells[1]?.left ?? 0, cells[3]?.left ?? 9),
    'the rows of an aligned equation do not line up',
  );

  const [first, second] = find(5, 'mtd').map((cell) => getComputedStyle(cell));
  expectThat(
    [first?.borderRightWidth, first?.borderBottomWidth, second?.borderBottomWidth].every(
      (width) => Number.parseFloat(width ?? '0') > 0,
    ),
    'a table has no lines',
  );

  const overline = find(6, '.tml-overline')[0];
  const sign = boxOf(find(6, '.unseen')[0]);
  expectThat(
    overline !== undefined && Number.parseFloat(getComputedStyle(overline).borderTopWidth) > 0,
    'no line above',
  );
  expectThat(sign.width < 1, 'a second line above');
  const underline = find(7, '.tml-underline')[0];
  expectThat(
    underline !== undefined && Number.parseFloat(getComputedStyle(underline).borderBottomWidth) > 0,
    'no line beneath',
  );
  const struck = find(8, '[class*="struck"]')[0];
  expectThat(
    struck !== undefined && getComputedStyle(struck).backgroundImage.includes('gradient'),
    'no line across',
  );

  expectThat(
    root.querySelector('menclose') === null,
    'an engine draws a line by itself, besides that of the stylesheet',
  );

  const letter = Number.parseFloat(getComputedStyle(maths[9] ?? root).fontSize);
  const numerator = find(9, 'mfrac > mi')[0] ?? root;
  expectThat(
    Number.parseFloat(getComputedStyle(numerator).fontSize) < letter * 0.9,
    'a fraction in the line is as large as a displayed one',
  );
  const accent = boxOf(find(10, 'mover > mo')[0]);
  const accented = boxOf(find(10, 'mover > mi')[0]);
  expectThat(
    accent.width > 2 &&
      isNear((accent.left + accent.right) / 2, (accented.left + accented.right) / 2 + 1),
    'an accent is not above its letter',
  );

  expectThat(accent.top > accented.top - letter * 0.45, 'an accent is too high above its letter');

  const wide = maths[11]?.closest('p');
  expectThat(
    boxOf(wide).right <= innerWidth && boxOf(wide).width > 0,
    'a wide formula leaves its box',
  );
  expectThat(
    document.documentElement.scrollWidth <= innerWidth,
    'the page is wider than the window',
  );
  return faults;
}
