// What becomes of formulas that Temml 0.13.5 writes upside down, on top of each other, by styles
// or not at all.
import { describe, expect, test } from 'vitest';

import { renderText } from './render.ts';

/** The MathML of one formula, without classes and with short empty elements. */
function mathOf(tex: string): string {
  const rendered = renderText(`$${tex}$`);
  if ('fault' in rendered) throw new Error(rendered.fault);
  return rendered.html
    .replaceAll(/<\/?(?:p|math|mrow)>| (?:class|form|stretchy|lspace|rspace)="[^"]*"/g, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/<([a-z]+)><\/\1>/g, '<$1/>');
}

const nuclide = (symbol: string, atomic: string, mass: string) =>
  `<mmultiscripts>${symbol}<mprescripts/>${atomic}${mass}</mmultiscripts>`;
const mn = (digits: string) => `<mn>${digits}</mn>`;
const mtext = (letters: string) => `<mtext>${letters}</mtext>`;

describe('numbers before a symbol stand before it, the mass at the top', () => {
  test.each([
    ['\\ce{^{235}_{92}U}', nuclide(mtext('U'), mn('92'), mn('235'))],
    ['\\ce{_{92}^{235}U}', nuclide(mtext('U'), mn('92'), mn('235'))],
    ['\\ce{^4_2He}', nuclide('<mi>He</mi>', mn('2'), mn('4'))],
    ['\\ce{^{0}_{-1}e}', nuclide(mtext('e'), mn('−1'), mn('0'))],
    ['\\ce{^0_{–1}\\beta}', nuclide(mtext('β'), mn('−1'), mn('0'))],
    ['\\ce{^{99m}_{43}Tc}', nuclide('<mi>Tc</mi>', mn('43'), mtext('99m'))],
    ['\\ce{^{A}_{Z}X}', nuclide(mtext('X'), mtext('Z'), mtext('A'))],
    ['\\ce{^{A-4}_{Z-2}Y}', nuclide(mtext('Y'), mtext('Z−2'), mtext('A−4'))],
    ['\\ce{^{14}C}', nuclide(mtext('C'), '<none/>', mn('14'))],
    ['\\prescript{235}{92}{\\mathrm{U}}', nuclide(mtext('U'), mn('92'), mn('235'))],
    ['\\prescript{14}{}{\\mathrm{C}}', nuclide(mtext('C'), '<none/>', mn('14'))],
    ['{}^{235}_{92}\\mathrm{U}', nuclide(mtext('U'), mn('92'), mn('235'))],
    ['^{235}_{92}\\text{U}', nuclide(mtext('U'), mn('92'), mn('235'))],
    ['{}^A_ZX', nuclide('<mi>X</mi>', '<mi>Z</mi>', '<mi>A</mi>')],
    ['{}^{A-4}_{Z-2}Y', nuclide('<mi>Y</mi>', mtext('𝑍−2'), mtext('𝐴−4'))],
    [
      '3\\,{}^1_0\\mathrm{n}',
      `<mn>3</mn><mspace width="0.1667em"></mspace>${nuclide(mtext('n'), mn('0'), mn('1'))}`,
    ],
  ])('%s', (tex, mathml) => {
    expect(mathOf(tex).replace('<mspace/>', '')).toBe(mathml);
  });

  test('with a charge after it', () => {
    expect(mathOf('\\ce{^{4}_{2}He^{2+}}')).toBe(
      '<mmultiscripts><mi>He</mi><none/><mtext>2+</mtext><mprescripts/><mn>2</mn><mn>4</mn></mmultiscripts>',
    );
  });

  test('within a decay', () => {
    const decay = mathOf('\\ce{^{14}_{6}C -> ^{14}_{7}N + ^{0}_{-1}e + \\bar{\\nu}_e}');
    expect(decay.match(/<mmultiscripts>.*?<\/mmultiscripts>/g)).toEqual([
      nuclide(mtext('C'), mn('6'), mn('14')),
      nuclide(mtext('N'), mn('7'), mn('14')),
      nuclide(mtext('e'), mn('−1'), mn('0')),
    ]);
    expect(decay).not.toContain('mphantom');
  });

  test('and on both sides of an operator', () => {
    expect(mathOf('\\sideset{_1^2}{_3^4}\\sum').replace(/<mo[^>]*>/, '<mo>')).toBe(
      '<mmultiscripts><mo>∑</mo><mn>3</mn><mn>4</mn><mprescripts/><mn>1</mn><mn>2</mn></mmultiscripts>',
    );
  });
});

test.each([
  ['\\ce{H2O}', '<msub><mtext>H</mtext><mn>2</mn></msub><mtext>O</mtext>'],
  ['F_{12}{}^3', '<msup><msub><mi>F</mi><mn>12</mn></msub><mn>3</mn></msup>'],
])('%s keeps its scripts with the letter before them', (tex, mathml) => {
  expect(mathOf(tex)).toBe(mathml);
});

describe('numbers and units as siunitx writes them', () => {
  const SPACE = '\\,';
  test.each([
    ['\\qty{9.81}{m/s^2}', `9.81${SPACE}\\mathrm{m}/\\mathrm{s}^{2}`],
    ['\\SI{9.81}{m.s^{-2}}', `9.81${SPACE}\\mathrm{m}\\,\\mathrm{s}^{-2}`],
    ['\\qty{9.81}{m s-2}', `9.81${SPACE}\\mathrm{m}\\,\\mathrm{s}^{-2}`],
    ['\\qty{9.81}{\\metre\\per\\second\\squared}', `9.81${SPACE}\\mathrm{m}\\,\\mathrm{s}^{-2}`],
    ['\\qty{1000}{\\kilo\\gram\\per\\cubic\\metre}', `1000${SPACE}\\mathrm{kg}\\,\\mathrm{m}^{-3}`],
    ['\\qty{1.6e-19}{\\coulomb}', `1.6\\times 10^{-19}${SPACE}\\mathrm{C}`],
    ['\\qty{5}{\\micro\\metre}', `5${SPACE}\\mathrm{μm}`],
    ['\\qty{5}{µm}', `5${SPACE}\\mathrm{μm}`],
    ['\\qty{5}{\\km}', `5${SPACE}\\mathrm{km}`],
    ['\\qty{5}{\\kilo\\ohm}', `5${SPACE}\\mathrm{kΩ}`],
    ['\\qty{20}{\\celsius}', `20${SPACE}\\mathrm{°C}`],
    ['\\qty{20}{\\degreeCelsius}', `20${SPACE}\\mathrm{°C}`],
    ['\\qty{45}{\\degree}', '45\\mathrm{°}'],
    ['\\qty{12}{\\percent}', `12${SPACE}\\mathrm{\\%}`],
    ['\\qty{2.5(3)}{\\mm}', `2.5(3)${SPACE}\\mathrm{mm}`],
    ['\\qty{2.5 \\pm 0.3}{mm}', `2.5\\pm 0.3${SPACE}\\mathrm{mm}`],
    ['\\unit{J/(kg K)}', '\\mathrm{J}/(\\mathrm{kg}\\,\\mathrm{K})'],
    [
      '\\si{\\watt\\per\\metre\\squared\\per\\kelvin\\tothe{4}}',
      '\\mathrm{W}\\,\\mathrm{m}^{-2}\\,\\mathrm{K}^{-4}',
    ],
    ['\\SI[]{9.81}{\\meter\\per\\second\\squared}', `9.81${SPACE}\\mathrm{m}\\,\\mathrm{s}^{-2}`],
    ['\\SI[]{1.6\\times 10^{-19}}{\\coulomb}', `1.6\\times 10^{-19}${SPACE}\\mathrm{C}`],
    ['\\num[]{3\\times 10^8}', '3\\times 10^{8}'],
    ['\\num{6.02e23}', '6.02\\times 10^{23}'],
    ['\\num{-.5}', '{-0.5}'],
    ['\\num{e9}', '10^{9}'],
    ['\\ang{30}', '30°'],
    ['\\ang{10;5;2}', "10°5'2''"],
    ['\\qtyrange{4}{6}{V}', `4${SPACE}\\mathrm{V}\\text{ to }6${SPACE}\\mathrm{V}`],
    ['\\numlist{1;2;3}', '1,\\ 2\\text{ and }3'],
  ])('%s is %s', (tex, plain) => {
    expect(renderText(`$${tex}$`)).toEqual(renderText(`$${plain}$`));
    expect(mathOf(tex)).not.toContain('{');
  });

  test.each([
    ['\\num{1,000}', '"1,000" is no number here. Write it as 1.6e-19, without commas.'],
    ['\\qty{x}{m}', '"x" is no number here. Write it as 1.6e-19, without commas.'],
    ['\\qty{5}{\\foo}', '\\foo is no unit here. Write symbols, as in \\qty{5}{kg m/s^2}.'],
    // As pint 0.19 writes 20 °C.
    ['\\SI[]{20}{\\degree_Celsius}', '_ is no unit here.'],
    ['\\num{10^3}', '"10^3" is no number here.'],
    ['\\qty{5}{\\kilo}', 'A unit is missing. Write it as \\qty{5}{kg} or \\qty{5}{\\kilo\\gram}.'],
    ['\\qty[mode=text]{5}{m}', 'Leave out the options in [ ].'],
    [`\\numlist{${'1;'.repeat(20)}1}`, 'Write 20 numbers in a list at most.'],
    ['\\qty(x)', 'Write \\left( and \\right) instead.'],
  ])('%s is refused: %s', (tex, why) => {
    expect(renderText(`$${tex}$`)).toMatchObject({ fault: expect.stringContaining(why) });
  });

  test('\\qty with one argument is braces, as in the physics package', () => {
    expect(mathOf('\\qty{x}')).toMatch(/\{.*<mi>x<\/mi>.*\}/);
  });
});

describe('what Temml draws by styles has classes', () => {
  test.each([
    ['\\begin{array}{c|c}a&b\\end{array}', 'line-right'],
    ['\\begin{array}{|c|}a\\end{array}', 'line-left'],
    ['\\begin{array}{c:c}a&b\\end{array}', 'dashes-right'],
    ['\\begin{array}{c||c}a&b\\end{array}', 'lines-right'],
    ['\\begin{array}{c}\\hline a\\\\\\hline\\end{array}', 'line-top line-bottom'],
    ['\\begin{array}{c}a\\\\\\hdashline b\\end{array}', 'dashes-bottom'],
    ['\\begin{array}{c}a\\\\\\hline\\hline b\\end{array}', 'lines-bottom'],
    ['\\bm{a\\times b}', 'bold'],
    ['\\boldsymbol{\\nabla}', 'bold'],
    ['\\textit{no 1}', 'italic'],
    ['\\rule{1em}{1pt}', 'filled'],
    ['\\begin{cases}1&x\\end{cases}', 'apart'],
  ])('%s: %s', (tex, name) => {
    expect(renderText(`$${tex}$`)).toMatchObject({
      html: expect.stringMatching(new RegExp(`"(?:[a-z- ]* )?${name}(?: [a-z- ]*)?"`)),
    });
  });

  // MathML Core has it as a length, which needs no unit for 0.
  test('the line of \\binom is left out by a plain 0', () => {
    expect(mathOf('\\binom{n}{k}')).toContain('<mfrac linethickness="0"><mi>n</mi>');
  });

  test('\\pmb is as bold as \\bm', () => {
    expect(mathOf('\\pmb{F}')).toBe('<mi>𝑭</mi>');
  });

  test.each([
    '\\underline{u}',
    '\\cancel{x}',
    '\\bcancel{x}',
    '\\xcancel{x}',
    '\\sout{x}',
    '\\overline{AB}',
  ])('only the stylesheet draws the line of %s', (tex) => {
    expect(mathOf(tex)).not.toContain('menclose');
  });
});

describe('the digits of a number in groups are one number', () => {
  const THIN = '<mspace width="0.1667em"></mspace>';
  test.each([
    ['12\\,000', mn('12\u2009000')],
    ['299\\,792\\,458', mn('299\u2009792\u2009458')],
    ['1\\,234.567\\,8', mn('1\u2009234.567\u20098')],
    ['0.000\\,05', mn('0.000\u200905')],
    ['1234\\,567', mn('1234') + THIN + mn('567')],
    ['12\\,00', mn('12') + THIN + mn('00')],
    ['0.5\\,000', mn('0.5') + THIN + mn('000')],
  ])('%s', (tex, mathml) => {
    expect(mathOf(tex)).toBe(mathml);
  });
});

describe('environments and commands of a tutor are drawn', () => {
  test.each([
    '\\begin{align}a&=b\\\\c&=d\\end{align}',
    '\\begin{align*}a&=b\\end{align*}',
    '\\begin{equation}a\\end{equation}',
    '\\begin{gather}a\\\\b\\end{gather}',
    '\\begin{multline}a\\\\b\\\\c\\end{multline}',
    '\\begin{split}a&=b\\end{split}',
    '\\begin{alignedat}{2}a&=b&c&=d\\end{alignedat}',
    '\\begin{dcases}\\frac12\\\\b\\end{dcases}',
    '\\begin{smallmatrix}1&2\\end{smallmatrix}',
    '\\begin{Vmatrix}1\\end{Vmatrix}',
    'Q_0 e^{-\\frac{t}{RC}}',
    '\\sum_{\\substack{i\\\\j}} x',
    '\\left.\\frac{a}{b}\\right|_0^1',
    '\\ce{Zn^2+ <=>[+ 2OH-][+ 2H+] Zn(OH)2 v}',
    '\\ce{C=O}',
    '5\\,\\celsius',
    '\\text{5 \\textmu m}',
    'E=mc^2 \\tag{1}',
  ])('%s', (tex) => {
    expect(renderText(`$$${tex}$$`)).toMatchObject({ html: expect.stringContaining('<math') });
  });

  test('without numbers of their own', () => {
    const rows = (tex: string) => JSON.stringify(renderText(`$$${tex}$$`)).replaceAll(' apart', '');
    expect(rows('\\begin{align}a&=b\\\\c&=d\\end{align}')).toEqual(
      rows('\\begin{align*}a&=b\\\\c&=d\\end{align*}'),
    );
    expect(rows('a \\tag{7}')).toContain('7');
  });
});

test.each([
  [
    'x = \\text{if $y>0$}',
    '<mi>x</mi><mo>=</mo><mtext>if </mtext><mi>y</mi><mo>&gt;</mo><mn>0</mn>',
  ],
  [
    '\\text{a {b $½$}}',
    '<mtext>a </mtext><mtext>b</mtext><mtext> </mtext><mfrac><mn>1</mn><mn>2</mn></mfrac>',
  ],
])('%s holds a formula in its text', (tex, mathml) => {
  expect(mathOf(tex)).toBe(mathml);
});
