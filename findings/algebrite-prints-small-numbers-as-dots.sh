#!/usr/bin/env bash
# Software: algebrite 1.4.0 (npm), algebra in JavaScript.
# Guess: as 3.0*10^8 is 300000000.0, 1.6*10^(-19) is 1.6*10^(-19), or a 0 with all its zeros.
# Instead: '0.000000...', and so is the Planck constant, in its text and in its LaTeX: the charge
#   times 12 V is '0.000000...'. It counts with the value, though: their quotient is right. And in
#   LaTeX exp(-lambda*t) is e^{-lambdat}, seven letters, not \lambda t.
# Product: an answer's number keeps its digits and its power of ten, whatever its size (writeNumber
#   in domain/marking/number-reading.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact algebrite@1.4.0
cat > small.cjs <<'JS'
const { run } = require('algebrite');
const seen = Object.fromEntries([
  '3.0*10^8', '1.6*10^(-19)', '12*1.6*10^(-19)', 'printlatex(6.63*10^(-34))',
  '3.2*10^(-19)/(1.6*10^(-19))', 'printlatex(exp(-lambda*t))',
].map((asked) => [asked, run(asked)]));
console.log(seen);
const [large, charge, energy, planck, quotient, decay] = Object.values(seen);
const isSeen = large === '300000000.0' && [charge, energy, planck].every((text) => text === '0.000000...') &&
  Math.abs(Number.parseFloat(quotient) - 2) < 1e-6 && decay === 'e^{-lambdat}';
process.exit(isSeen ? 0 : 1);
JS
node small.cjs
