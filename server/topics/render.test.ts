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

describe('Markdown', () => {
  test.each([
    ['One **car**, *fast*.', '<p>One <strong>car</strong>, <em>fast</em>.</p>'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['3. three', '<ol start="3">\n<li>three</li>\n</ol>'],
    ['`$x$`', '<p><code>$x$</code></p>'],
    ['one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['It costs \\$5.', '<p>It costs $5.</p>'],
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

describe('formulas', () => {
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
    ['$\\color{red}x$', 'Formula, character 2: \\color is not available.'],
    ['$a + \\boxed{x}$', 'Formula, character 6: \\boxed is not available.'],
    ['$\\overset_{}$', 'Formula, character 2: This cannot be read as a formula.'],
    ['$\\def\\a{x}\\a$', 'Formula, character 2: \\def is not available.'],
    ['$\\newcommand\\a{x}$', 'Formula, character 2: \\newcommand is not available.'],
    ['$\\ce{A <<=> B}$', 'Formula, character 8: <<=> is not available.'],
    ['$\\mathllap{x}$', 'Formula, character 2: \\mathllap is not available.'],
    ['$\\let\\a=x$', 'Formula, character 2: \\let is not available.'],
    ['$\\cancelto{0}{x}$', 'Formula, character 2: \\cancelto is not available.'],
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
