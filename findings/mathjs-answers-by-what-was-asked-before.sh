#!/usr/bin/env bash
# Software: mathjs 15.2.0 (npm).
# Guess: evaluate('5 N m') is a pure function of its text.
# Instead: '5 J' at first; once '1 eV' has been evaluated anywhere in the process, for anybody,
#   '31.207546716300897 EeV'. It keeps the units that it has seen as those to print. And
#   evaluate('5 min') is an error, since min is a function, though unit('5 min') is 300 s.
# Product: units are read and written by rules of its own (domain/marking/unit.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathjs@15.2.0
cat > run.cjs <<'JS'
const { evaluate, unit } = require('mathjs');
const before = String(evaluate('5 N m'));
evaluate('1 eV');
const after = String(evaluate('5 N m'));
let minutes;
try {
  minutes = String(evaluate('5 min'));
} catch (error) {
  minutes = error.constructor.name;
}
console.log({ before, after, minutes, unit: unit('5 min').toNumber('s') });
process.exit(before === '5 J' && after.endsWith('EeV') && minutes.endsWith('Error') ? 0 : 1);
JS
node run.cjs
