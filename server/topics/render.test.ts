// The HTML of the texts of topics: what Markdown becomes, where a formula is wrong, and that
// nothing else gets through.
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { LENGTHS } from '../../domain/limits.ts';
import { renderText } from './render.ts';

function htmlOf(source: string): string {
  const rendered = renderText(source);
  if ('fault' in rendered) throw new Error(rendered.fault);
  return rendered.html;
}

const mi = (letter: string) => `<math><mi>${letter}</mi></math>`;

describe('Markdown', () => {
  test.each([
    ['One **car**, *fast*.', '<p>One <strong>car</strong>, <em>fast</em>.</p>'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['3. three', '<ol start="3">\n<li>three</li>\n</ol>'],
    ['`$x$`', '<p><code>$x$</code></p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['It costs \\$5.', '<p>It costs $5.</p>'],
    ['**v**elocity', '<p><strong>v</strong>elocity</p>'],
    ['x *y* z', '<p>x <em>y</em> z</p>'],
    ["the '*y*' (*z*), *w*.", "<p>the '<em>y</em>' (<em>z</em>), <em>w</em>.</p>"],
    ['**5*3**', '<p><strong>5*3</strong></p>'],
    ['- $x$\n- $y$', `<ul>\n<li>${mi('x')}</li>\n<li>${mi('y')}</li>\n</ul>`],
    ['Values:\n- mass\n- time', '<p>Values:</p>\n<ul>\n<li>mass</li>\n<li>time</li>\n</ul>'],
    ['- a\n  - b', '<ul>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['line  \nnext', '<p>line<br />\nnext</p>'],
  ])('%j', (source, html) => {
    expect(htmlOf(source)).toBe(html);
  });

  test.each([
    ['# Heading', '<p># Heading</p>'],
    ['> quotation', '<p>&gt; quotation</p>'],
    ['[link](https://example.com)', '<p>[link](https://example.com)</p>'],
    ['![picture](https://example.com/a.png)', '<p>![picture](https://example.com/a.png)</p>'],
    ['<https://example.com>', '<p>&lt;https://example.com&gt;</p>'],
    ['<b onclick="x()">', '<p>&lt;b onclick="x()"&gt;</p>'],
    ['<script>x</script>', '<p>&lt;script&gt;x&lt;/script&gt;</p>'],
    ['---', '<p>---</p>'],
    ['&lt;i&gt;', '<p>&lt;i&gt;</p>'],
  ])('%j stays as typed', (source, html) => {
    expect(htmlOf(source)).toBe(html);
  });
});

describe('marks that mean something in physics stay as typed', () => {
  // https://github.com/micromark/micromark reads each of them by CommonMark 0.31 as a mark.
  test.each([
    '- 3 V',
    '+ 3 V',
    '* 3 V',
    '- .5 V',
    '- £5',
    '-',
    '+',
    '*',
    '4. 5 N',
    '1986.',
    '1) one',
    '2*3*4',
    'a*b*c',
    '5*(2+3)*4',
    '(a)*b*(c)',
    '2 *3*4',
    "f'*g'*h",
    '* * *',
    '***',
    '5*-3*2',
    '2**3**4',
    'v_x and _v_',
    'The ____ of a __wave__',
    '~~gone~~',
    'C:\\temp and \\, and \\(x\\)',
    '5 \\times 3',
    'A $5 note and a $10 note',
    'from $5-$10',
    'US$ 5 and $ 6',
  ])('%s', (source) => {
    expect(renderText(source)).toEqual({ html: `<p>${source}</p>`, notice: null });
  });

  test.each([
    ['- 3 V\n- 5 V', '<p>- 3 V<br />\n- 5 V</p>'],
    ['Which?\n+ 3 V\n+ 5 V', '<p>Which?<br />\n+ 3 V<br />\n+ 5 V</p>'],
    ['1) one\n2) two', '<p>1) one<br />\n2) two</p>'],
    ['2. two\n5. five', '<p>2. two<br />\n5. five</p>'],
    ['| a |\n|---|\n| 1 |', '<p>| a |<br />\n|---|<br />\n| 1 |</p>'],
    ['line\\\nnext', '<p>line\\\nnext</p>'],
    ['$a$*$b$*$c$', `<p>${mi('a')}*${mi('b')}*${mi('c')}</p>`],
    ['\\- \\* \\_ `a*b_c\\*`', '<p>- * _ <code>a*b_c\\*</code></p>'],
  ])('%j', (source, html) => {
    expect(renderText(source)).toEqual({ html, notice: null });
  });
});

test.each([
  ['&lt;i&gt; is shown', '"&lt;i&gt;" is not shown as you typed it. Look at the preview.'],
  ['20 &deg;C', '"&deg;C" is not shown as you typed it. Look at the preview.'],
  ['```python\nx\n```', '"python" is not shown as you typed it. Look at the preview.'],
  ['~~~\nx\n~~~', '"~~~" is not shown as you typed it. Look at the preview.'],
  ['**bold** *it* `code` \\$5 $x$', null],
  ['1. one\n2. two\n\n- a\n- b', null],
  ['a < b & c > d "e"', null],
])('%j: the notice is %j', (source, notice) => {
  expect(renderText(source)).toMatchObject({ notice });
});

describe('formulas', () => {
  // https://pandoc.org/MANUAL.html#extension-tex_math_dollars
  test.each([
    ['$x$, $5 and $y$', `<p><span class="whole">${mi('x')},</span> $5 and ${mi('y')}</p>`],
    ['$ x $', '<p>$ x $</p>'],
    ['$x $ y$', '<p>$x $ y$</p>'],
    ['$x$3', '<p>$x$3</p>'],
    ['$x\ny$', '<p><math><mrow><mi>x</mi><mi>y</mi></mrow></math></p>'],
  ])('%j begin and end as in pandoc', (source, html) => {
    expect(htmlOf(source)).toBe(html);
  });

  test('shows a percent sign, which TeX takes for a comment', () => {
    expect(htmlOf('$50% x$')).toContain('%</mi><mi>x</mi>');
    expect(htmlOf('$50\\%$')).toBe(htmlOf('$50%$'));
    expect(renderText('$5%\\colour{1}$')).toEqual({
      fault: 'Formula, character 4: Unsupported function name: \\colour.',
    });
  });

  test('stand in the line, or in a line of their own', () => {
    expect(htmlOf('$E$')).toBe('<p><math><mi>E</mi></math></p>');
    expect(htmlOf('$$E$$')).toBe(
      '<p><math display="block" class="tml-display"><mi>E</mi></math></p>',
    );
  });

  test('are not parted from the punctuation after them', () => {
    const formula = '<math><mi>E</mi></math>';
    expect(htmlOf('($E$), $E$ or')).toBe(
      `<p>(<span class="whole">${formula}),</span> ${formula} or</p>`,
    );
  });

  test.each([
    '10^{-19}\\,\\mathrm{C}',
    '\\frac{1}{2}mv^2',
    '\\sqrt{x}',
    '\\vec{F}',
    '\\overline{x}',
    '\\begin{aligned}a&=b\\\\c&=d\\end{aligned}',
    '\\left(\\frac{a}{b}\\right)',
    '\\sum_{i=1}^n \\int_0^1',
    '\\text{for } x',
    '\\ce{H2O}',
  ])('%s needs no style', (tex) => {
    const html = htmlOf(`$$${tex}$$`);
    expect(html).toContain('<math');
    expect(html).not.toMatch(/ (?:style|href|on[a-z]+)=/);
  });

  test.each([
    [
      'bad $\\frac{1$ there',
      "Formula, character 13: Unexpected end of input in a macro argument, expected '}'.",
    ],
    ['$x$ and $\\colour{1}$', 'Formula, character 10: Unsupported function name: \\colour.'],
    ['$$x_a_b$$', 'Formula, character 6: Double subscript.'],
    ['$\\color{red}x$', 'Formula, character 2: \\color is not available. Write it without colour.'],
    ['$a + \\boxed{x}$', 'Formula, character 6: \\boxed is not available. Write it without a box.'],
    ['$\\textsc{x}$', 'Formula, character 2: \\textsc is not available. Write \\text instead.'],
    ['$\\overset_{}$', 'Formula, character 2: This cannot be read as a formula.'],
    ['$\\def\\a{x}\\a$', 'Formula, character 2: \\def is not available. Write the formula out.'],
    [
      '$\\newcommand\\a{x}$',
      'Formula, character 2: \\newcommand is not available. Write the formula out.',
    ],
    ['$\\ce{A <<=> B}$', 'Formula, character 8: <<=> is not available. Write <=> instead.'],
    [
      '$\\mathllap{x}$',
      'Formula, character 2: \\mathllap is not available. Write it without an overlap.',
    ],
    ['$\\let\\a=x$', 'Formula, character 2: \\let is not available. Write the formula out.'],
    [
      '$\\cancelto{0}{x}$',
      'Formula, character 2: \\cancelto is not available. Write \\cancel instead.',
    ],
    [
      '$\\href{https://example.com}{x}$',
      'Formula, character 2: Unsupported function name: \\href.',
    ],
    ['$\\class{a}{x}$', 'Formula, character 2: Function "\\class" is disabled in strict mode.'],
  ])('%j: %s', (source, fault) => {
    expect(renderText(source)).toEqual({ fault });
  });
});

test.each([
  ['a macro that never ends', '$\\def\\a{\\a\\a}\\a$'],
  ['a long macro, often', `$\\def\\a{${'x'.repeat(900)}}${'\\a'.repeat(500)}$`],
  ['what is built twice', `$${'\\equilibriumRight{'.repeat(90)}x${'}'.repeat(90)}$`],
  ['arrows in arrows', `$${'\\ce{A <=>>['.repeat(90)}x${'] B}'.repeat(90)}$`],
  ['overlaps in overlaps', `$${'\\mathllap{'.repeat(10)}x${'}'.repeat(10)}$`],
  ['many values with a long unit', `$\\qtylist{${'1;'.repeat(900)}1}{${'m'.repeat(90)}}$`],
  ['scripts without a letter', `$${'{}^1_2'.repeat(330)}$`],
  ['texts that never end', `$${'\\text{'.repeat(330)}$`],
  ['texts in a formula that never ends', `$${'\\text{a}'.repeat(25)}`],
  ['open braces', `$${'{'.repeat(1990)}$`],
  ['nested lists', '- '.repeat(1000)],
  ['open brackets', '['.repeat(2000)],
  ['dollar signs', '$'.repeat(2000)],
  ['backquotes', '`'.repeat(2000)],
  ['asterisks', '*a '.repeat(666)],
])('renders %s in less than a second of processor time', (_, source) => {
  const start = process.cpuUsage();
  renderText(source);
  expect(process.cpuUsage(start).user).toBeLessThan(1_000_000);
});

test('inserts a formula once, whatever entities are typed', () => {
  const html = htmlOf(`$x$${'&#xE000;0&#xE001;'.repeat(100)}`);
  expect(html.split('<math>')).toHaveLength(2);
});

test('lets through no other elements or attributes, whatever is typed', () => {
  const parts = fc.constantFrom(
    '<img src=x onerror=y>',
    '<math href=',
    '\\text{',
    '\\frac',
    '&lt;',
    'javascript:',
    '\uE000',
    '\uE001',
    '$$',
    ...'<>"$\\`*\n-[]()}x0 '.split(''),
  );
  const texts = fc.array(parts, { maxLength: 30 }).map((list) => list.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const rendered = renderText(text.slice(0, LENGTHS.questionText.max));
      if ('fault' in rendered) return;
      const tags = rendered.html.match(/<[^>]*>/g) ?? [];
      for (const tag of tags) {
        expect(tag).toMatch(
          /^<\/?(?:p|ul|ol|li|strong|em|code|pre|br|span|m[a-z]+)(?: [a-z]+="[^"<>]*")*(?: \/)?>$/,
        );
        expect(tag).not.toMatch(/ (?:style|href|src|on[a-z]+)=/);
      }
    }),
  );
});
