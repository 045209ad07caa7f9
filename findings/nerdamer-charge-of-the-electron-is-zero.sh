#!/usr/bin/env bash
# Software: nerdamer 1.1.13 (npm), algebra in JavaScript.
# Guess: a library with exact fractions reads 1.6e-19, the charge of the electron, as it reads
#   6.63e-34.
# Instead: 1.6e-19 is 0, without a word, and so are 3.2e-19 and 2e-18, while 1.602e-19 and 6.63e-34
#   are right. The energy of 12 V times that charge is 0 J.
# Product: an answer is a fraction of whole numbers, made from its digits (decimal in
#   domain/marking/fraction.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts nerdamer@1.1.13
cat > run.cjs <<'JS'
const nerdamer = require('nerdamer');
const typed = ['1.6e-19', '3.2e-19', '2e-18', '12*1.6e-19', '1.602e-19', '6.63e-34'];
const seen = typed.map((text) => Number(nerdamer(text).valueOf()));
console.log(seen.join(' '));
process.exit(seen.join(' ') === '0 0 0 0 1.602e-19 6.63e-34' ? 0 : 1);
JS
node run.cjs
