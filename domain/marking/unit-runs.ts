// Takes symbols of units apart that were typed without a space: 'ms^-1', 'kWh', 'Nm'.
import { bySpelling, bySymbol, type PrefixedSymbol } from './unit-symbols.ts';

export type Run = readonly PrefixedSymbol[];

/** Longer runs have too many readings to be one unit. */
const MAX_LETTERS = 8;
const MAX_SYMBOL = 4;

/** 'u' before a symbol stands for micro. */
export const withMicro = (letters: string): string =>
  letters.length > 1 && letters.startsWith('u') ? `µ${letters.slice(1)}` : letters;

/** A symbol as it may stand among others; 'KWh' is kW h. */
function symbolIn(letters: string): PrefixedSymbol | undefined {
  const symbol = bySymbol.get(withMicro(letters));
  if (symbol !== undefined) return symbol;
  return /^K.*[^s]$/.test(letters) ? bySpelling.get(letters) : undefined;
}

/** Every way to cut the letters into different symbols, the fewest symbols first. */
export function splitRun(letters: string): readonly Run[] {
  const found: Run[] = [];
  const cut = (rest: string, symbols: Run): void => {
    if (rest === '') found.push(symbols);
    for (let length = Math.min(rest.length, MAX_SYMBOL); length > 0; length -= 1) {
      const symbol = symbolIn(rest.slice(0, length));
      const cutsCelsius = length === 1 && rest.startsWith('°C');
      if (symbol !== undefined && !cutsCelsius && !symbols.some(({ text }) => text === symbol.text))
        cut(rest.slice(length), [...symbols, symbol]);
    }
  };
  if (letters.length <= MAX_LETTERS) cut(letters, []);
  return found.toSorted((one, other) => one.length - other.length);
}
