// The plain reading of rendered texts.
import { expect, test } from 'vitest';

import { plainReading } from './plain.ts';
import { renderText } from './render.ts';

function read(source: string, max = 120): string {
  const rendered = renderText(source);
  if ('fault' in rendered) throw new Error(rendered.fault);
  return plainReading(rendered.html, max);
}

test.each([
  ['Which is a **unit** of `x<y`?\n\n- a & b\n- "c"', 'Which is a unit of x<y? a & b "c"'],
  ['<b>Bold</b> 1 &lt; 2', '<b>Bold</b> 1 < 2'],
  ['A mass of $1.67\\times10^{-27}\\,\\text{kg}$ moves.', 'A mass of 1.67×10⁻²⁷ kg moves.'],
  ['$v=\\frac{s}{t}$; find $E_k = \\sqrt{2mv^2}$.', 'v = s/t; find E_k = √(2mv²).'],
  ['$\\frac{a+b}{c^{n+1}}$', '(a+b)/(c^(n+1))'],
  ['$\\ce{^{14}_{6}C}$ and $x_1^2$', '₆¹⁴C and x₁²'],
  ['$\\vec{F}$ over $\\sqrt[3]{8}$', 'F over ³√8'],
  [
    '$\\bar{v} = \\frac{s}{\\bar{t}}$, $\\ddot{x}$, $\\dot{m}$ and $\\overline{AB}$',
    'v\u0304 = s/t\u0304, ẍ, ṁ and AB',
  ],
  [
    '$\\frac{\\cancel{m}gh}{\\cancel{m}}$ and $\\underline{x}$',
    '((crossed out m)gh)/(crossed out m) and (underlined x)',
  ],
  ['$\\qty{9.81}{m/s^2}$', '9.81 m/s²'],
  // As TeX draws them: what is below a root or a line, or raised, is all of it.
  ['$v=\\sqrt{2gh}$, $\\sqrt[3]{ab}$, $\\sqrt{g}$', 'v = √(2gh), ³√(ab), √g'],
  [
    '$\\frac{1}{2\\pi}$, $\\frac{4200\\,\\text{J}}{\\text{kg}\\text{K}}$, $\\frac{\\text{J}}{\\text{kg}}$',
    '1/(2π), (4200 J)/(kgK), J/kg',
  ],
  ['$\\frac{dv}{dt}$, $\\frac{\\Delta v}{\\Delta t}$', 'dv/dt, Δv/Δt'],
  ['$N_0 e^{kt}$, $x^{max}$, $x^{\\text{max}}$', 'N₀e^(kt), x^(max), x^max'],
  // A factor beside a fraction is no part of it, and a mean square is no square of a mean.
  [
    '$E=\\frac{1}{2}m\\overline{c^2}=\\tfrac{3}{2}kT$, $\\frac{(u+v)}{2}t$',
    'E = ½m⟨c²⟩ = (3/2)kT, ((u+v)/2)t',
  ],
  ['$2\\frac{1}{2}$, $3\\frac{x}{2}$, $\\frac{3}{4}$', '2½, 3(x/2), 3/4'],
  [
    '$\\frac{1}{4\\pi}\\frac{Q_1Q_2}{r^2}$, $\\frac{a}{b}/\\frac{c}{d}$',
    '(1/(4π))Q₁Q₂/r², (a/b)/(c/d)',
  ],
  ['$\\frac{1}{2}\\,\\text{m}$ and $\\frac{1}{2}\\times m$', '1/2 m and 1/2×m'],
  ['$\\sqrt[n]{ab}$, $\\binom{n}{k}$', '(ab)^(1/n), (n choose k)'],
  [
    '$\\underbrace{mg}_{\\text{weight}}$, $A \\xrightarrow{\\text{heat}} B$',
    'mg (weight), A →(heat) B',
  ],
  ['$\\underbrace{a+b}_{n}$, $\\overbrace{mg}^{weight}$', 'a+b (n), mg (weight)'],
  // \circ is the degree of every TeX without a package for units.
  ["$30^\\circ$ at $20\\,^{\\circ}\\text{C}$, $f'$", '30° at 20 °C, f′'],
])('%s', (source, plain) => {
  expect(read(source)).toBe(plain);
});

// Signs over a letter stay on it; a mean is of a power.
test.each([
  ['$\\overline{K^0}$, $\\bar{\\text{K}^0}$, $\\overline{e^-}$', 'K\u0304⁰, K\u0304⁰, ē⁻'],
  ['$\\bar{\\nu_e}$, $\\overline{\\nu_e}$, $\\bar{\\nu}_e$', 'ν\u0304_e, ν\u0304_e, ν\u0304_e'],
  ['$\\bar{v_1}$, $\\hat{x_1}$, $\\dot{x_1}$', 'v\u0304₁, x\u0302₁, ẋ₁'],
  ['$\\overline{v_1^2}$, $\\overline{x^{-1}}$, $\\overline{x^n}$', '⟨v₁²⟩, ⟨x⁻¹⟩, ⟨x^n⟩'],
])('accents: %s', (source, plain) => {
  expect(read(source)).toBe(plain);
});

// What is beside a fraction or root.
test.each([
  ['$\\frac{a}{b}^2$, $\\frac{v}{c}^{2}$, $\\frac12^2$', '(a/b)², (v/c)², (1/2)²'],
  ['$\\sqrt{x}^2$, $\\sqrt[3]{x}^2$, $\\sqrt{2gh}^2$', '(√x)², (³√x)², (√(2gh))²'],
  ['$2\\pi\\frac{1}{T}$, $2\\pi\\frac{r}{T}$, $k\\frac{1}{r^2}$', '2π(1/T), 2πr/T, k(1/r²)'],
  ['$(u+v)\\frac12$, $10^3\\frac12$, $x_1\\frac12$', '(u+v)(1/2), 10³(1/2), x₁(1/2)'],
  ['$\\sqrt{2gh}\\frac12$, $\\sqrt2\\frac12$', '√(2gh)(1/2), √2(1/2)'],
  ['$\\frac12\\!mv^2$, $\\frac12{}mv^2$, $2{}\\frac12$', '½mv², ½mv², 2½'],
  ['2$\\frac{1}{2}$ wide, $\\frac{1}{2}$m', '2½ wide, ½m'],
  ['$\\frac12\\sqrt2$, $\\frac a2\\frac b3$, $\\frac ab\\frac12$', '½√2, (a/2)b/3, (a/b)(1/2)'],
  ['$a=\\frac Fm\\Rightarrow F=ma$', 'a = F/m ⇒ F = ma'],
  ['$\\therefore v=\\frac st\\therefore x$', '∴ v = s/t ∴ x'],
  ['$\\langle\\frac ab\\rangle$, $\\frac ab\\in R$', '⟨a/b⟩, a/b∈R'],
  ['$\\frac ab\\sim c$, $\\frac ab\\perp c$', 'a/b∼c, a/b⟂c'],
])('beside a fraction or root: %s', (source, plain) => {
  expect(read(source)).toBe(plain);
});

// What is of one piece.
test.each([
  ['$\\frac{\\partial y}{\\partial x}$, $\\frac{\\sqrt3}{2}$', '∂y/∂x, √3/2'],
  ['$\\frac{1}{\\sqrt2}$, $\\frac{1}{\\sqrt{gh}}$', '1/√2, 1/√(gh)'],
  ["$\\frac{\\infty}{2}$, $\\frac{x'}{2}$, $\\frac{1}{x''}$", '∞/2, x′/2, 1/x′′'],
  ['$\\frac{V_s}{V_p}=\\frac{N_s}{N_p}$, $\\frac{E_k}{m}$', 'V_s/V_p = N_s/N_p, E_k/m'],
  ['$\\frac{1}{V_sI}$, $\\frac{30^\\circ}{2}$', '1/(V_sI), 30°/2'],
  ['$\\sqrt{dg}$, $\\frac{h}{dg}$, $e^{dt}$', '√(dg), h/(dg), e^(dt)'],
  ['$\\frac{d}{dt}$, $\\frac{d^2x}{dt^2}$, $\\frac d2$', 'd/dt, d²x/dt², d/2'],
  ['$\\sqrt{\\Delta t}$, $\\sqrt{\\sqrt2}$', '√Δt, √√2'],
])('one piece: %s', (source, plain) => {
  expect(read(source)).toBe(plain);
});

test('is cut at a word, to so many characters', () => {
  expect(read('One two three', 13)).toBe('One two three');
  expect(read('One two three', 12)).toBe('One two…');
  expect(read('😀😀😀😀', 3)).toBe('😀😀…');
  expect(read('x'.repeat(300))).toBe(`${'x'.repeat(119)}…`);
});
