#!/usr/bin/env bash
# Software: words-to-numbers 1.5.1 (npm).
# Guess: 'forty two thousand' is 42000 and 'two hundred and fifty thousand' is 250000, since 'two
#   hundred' and 'three hundred thousand' come out right.
# Instead: 2040 and 50200. Of a number below a thousand that has two words or more, only the last is
#   multiplied: it adds 40 to 2 x 1000, and 200 to 50 x 1000. 'one hundred and thirty five thousand'
#   is 5130.
# Product: a student's answer is a number in digits, and words get a hint instead of a mark
#   (domain/marking/number-reading.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts words-to-numbers@1.5.1
cat > run.cjs <<'JS'
const { wordsToNumbers } = require('words-to-numbers');
const read = (words) => wordsToNumbers(words);
const seen = {
  'three hundred thousand': read('three hundred thousand'),
  'forty two thousand': read('forty two thousand'),
  'two hundred and fifty thousand': read('two hundred and fifty thousand'),
  'one hundred and thirty five thousand': read('one hundred and thirty five thousand'),
};
console.log(seen);
process.exit(Object.values(seen).join() === '300000,2040,50200,5130' ? 0 : 1);
JS
node run.cjs
