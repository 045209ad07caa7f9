#!/usr/bin/env bash
# Software: @neutrium/quantity 3.0.7 (npm), the quantities of engineers' pages.
# Guess: 1.6e-19 C, the charge of the electron, is in coulombs, the SI's meaning of C, which its own
#   list of units has; degrees Celsius are degC.
# Instead: every C is a degree Celsius, also behind a prefix and in a product: 12 V*C are no joules,
#   7 mC are 0.007 K, 3 C/s is no current. F is a degree Fahrenheit. With the word coulomb it is
#   right; nothing says that the symbol is another unit.
# Product: C is the coulomb and °C a unit of its own (domain/marking/unit-symbols.ts); a plain C in
#   an answer about a temperature is a unit of another quantity, and the student is told so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @neutrium/quantity@3.0.7
cat > read.cjs <<'JS'
const { Quantity } = require('@neutrium/quantity');
const convert = (quantity, unit) => {
  try {
    return String(new Quantity(quantity).to(unit).scalar);
  } catch ({ message }) {
    return message;
  }
};
const seen = [
  convert('1.6e-19 coulomb', 'A*s'),
  convert('1.6e-19 C', 'A*s'),
  convert('12 V*C', 'J'),
  convert('7 mC', 'degK'),
];
console.log(seen.join(', '));
const expected = ['1.6e-19', 'Incompatible units', 'Incompatible units', '0.007'];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node read.cjs
