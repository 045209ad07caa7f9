// Commands that Temml lacks or draws wrong.
import {
  angleInTex,
  numberInTex,
  quantityInTex,
  unitInTex,
  UnreadableTex,
  valuesIn,
} from './tex-quantities.ts';

/** What Temml 0.13.5 gives to a macro that is a function: the tokens that follow it. */
interface MacroContext {
  future: () => Token;
  popToken: () => Token;
  /** Its tokens are in reverse order. */
  consumeArg: () => { tokens: readonly Token[]; start: Token };
}
interface Token {
  readonly text: string;
  readonly loc?: { readonly start: number };
}

/** A command that takes this many arguments. */
const command =
  (count: number, write: (...args: string[][]) => string) =>
  (context: MacroContext): string => {
    const start = context.future();
    try {
      if (start.text === '[') skipNoOptions(context);
      if (/^[(|]$/.test(start.text)) throw new UnreadableTex('Write \\left( and \\right) instead.');
      return `{${write(...Array.from({ length: count }, () => takeArgument(context)))}}`;
    } catch (error) {
      if (!(error instanceof UnreadableTex)) throw error;
      throw new UnreadableTex(error.message, start.loc?.start);
    }
  };

/** Takes `[]`, which pint 0.19 writes. Throws UnreadableTex for options. */
function skipNoOptions(context: MacroContext): void {
  context.popToken();
  if (context.future().text !== ']') throw new UnreadableTex('Leave out the options in [ ].');
  context.popToken();
}

const takeArgument = (context: MacroContext): string[] =>
  context
    .consumeArg()
    .tokens.map(({ text }) => text)
    .toReversed();

const quantity = command(2, (number = [], unit = []) => quantityInTex(number, unit));
const unit = command(1, (tokens = []) => unitInTex(tokens));

const listOf = (parts: string[]): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(',\\ ')}\\text{ and }${parts.at(-1) ?? ''}`;

/** `\qty` with one argument is braces of the physics package. */
const quantityOrBraces = (context: MacroContext): string => {
  if (context.future().text !== '{') return quantity(context);
  const { tokens } = context.consumeArg();
  const first = tokens.map((token) => token.text).toReversed();
  if (context.future().text !== '{') return `\\quantity{${first.join(' ')}}`;
  return command(1, (symbol = []) => quantityInTex(first, symbol))(context);
};

const MACROS = {
  // Temml writes the first argument, the mass number, at the bottom.
  '\\prescript': '\\pres@cript{_{#2}^{#1}}{}{#3}',
  // TeX shows it only where a line ends; without a sign, 2\*3 would be 23. Pari-gp 2.15 writes it.
  '\\*': '\\cdot ',
  // By `style` otherwise.
  '\\pmb': '\\boldsymbol{#1}',
  '\\celsius': '\\mathrm{°C}',
  '\\degreeCelsius': '\\mathrm{°C}',
  '\\ohm': '\\Omega ',
  '\\textdegree': '°',
  '\\textmu': 'μ',
  '\\textohm': 'Ω',
  '\\qty': quantityOrBraces,
  '\\SI': quantity,
  '\\unit': unit,
  '\\si': unit,
  '\\num': command(1, (tokens = []) => numberInTex(tokens)),
  '\\ang': command(1, (tokens = []) => angleInTex(tokens)),
  '\\numrange': command(
    2,
    (from = [], to = []) => `${numberInTex(from)}\\text{ to }${numberInTex(to)}`,
  ),
  '\\numlist': command(1, (list = []) => listOf(valuesIn(list).map(numberInTex))),
  '\\qtyrange': command(
    3,
    (from = [], to = [], symbol = []) =>
      `${quantityInTex(from, symbol)}\\text{ to }${quantityInTex(to, symbol)}`,
  ),
  '\\qtylist': command(2, (list = [], symbol = []) =>
    listOf(valuesIn(list).map((number) => quantityInTex(number, symbol))),
  ),
};

/** The macros for one formula: Temml writes into the object. */
export const texMacros = (): Record<string, unknown> => ({
  ...MACROS,
  '\\SIrange': MACROS['\\qtyrange'],
  '\\SIlist': MACROS['\\qtylist'],
});
