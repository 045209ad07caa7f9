#!/usr/bin/env bash
# Software: parse-price 1.1.8 and parse-money 1.0.12 (npm), which read amounts in texts.
# Guess: '-£48.00', a refund, is -48; and of '5 credits: £240.00' the amount is 240, or it is
#   refused as two numbers.
# Instead: the minus is left out, also of -48.00 and of (£48.00), so that a refund is a payment. All
#   digits of the text are put together: five credits for £240.00 are 5240.
# Product: an amount is a whole number of pence and never read from a text (domain/payments). In a
#   CSV file it has a cell of its own, with its sign (domain/csv.ts), and a balance in pounds is
#   taken for no credits (MONEY in domain/imports/columns.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact parse-price@1.1.8 parse-money@1.0.12
cat > read.cjs <<'JS'
const parsePrice = require('parse-price');
const parseMoney = require('parse-money');
const read = ['£1,240.00', '-£48.00', '-48.00', '(£48.00)', '5 credits: £240.00'].map((text) => {
  const both = [(parsePrice.default ?? parsePrice)(text), (parseMoney.default ?? parseMoney)(text).amount];
  console.log(`${text}: ${both.join(', ')}`);
  return both.join();
});
process.exit(read.join(' ') === '1240,1240 48,48 48,48 48,48 5240,5240' ? 0 : 1);
JS
node read.cjs
