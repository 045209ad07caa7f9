#!/usr/bin/env bash
# Software: evaluatex 2.2.0 (npm), a parser for mathematics and LaTeX.
# Guess: 6.63E-34, as calculators and spreadsheets write it, is Planck's constant or an error.
# Instead: -15.98: the E is Euler's number, and 34 is subtracted from 6.63 e. In small letters,
#   6.63e-34 is an error. In its LaTeX mode \sqrt[3]{27} is 46.77, nine times the square root of 27,
#   while \sqrt{16} is 4.
# Product: an answer is read digit by digit, E and e alike (domain/marking/number-reading.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts evaluatex@2.2.0
cat > run.mjs <<'JS'
import evaluatex from 'evaluatex';
const large = evaluatex('6.63E-34')();
let small;
try {
  small = evaluatex('6.63e-34')();
} catch (error) {
  small = 'an error';
}
const cube = evaluatex('\\sqrt[3]{27}', {}, { latex: true })();
const square = evaluatex('\\sqrt{16}', {}, { latex: true })();
console.log({ large, small, cube, square });
const asSeen =
  Math.abs(large + 15.978) < 0.001 && small === 'an error' && cube > 46 && square === 4;
process.exit(asSeen ? 0 : 1);
JS
node run.mjs
