#!/usr/bin/env bash
# Software: CSV-JS 1.2.0 (npm), with its detection of types, which is on.
# Guess: of a column of amounts, 240.00 and 48.00 are read as numbers and -48.00, a refund, too.
# Instead: a number with a minus is a text, so that a column is numbers until the first refund. Its
#   sum by + is the text '240-48.0048' in the place of 240.
# Product: its tables have the minus before the digits, as spreadsheets read it (toCell in
#   domain/csv.ts), and the sums of each quarter stand on the page of the books
#   (domain/payments/books.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact CSV-JS@1.2.0
cat > sum.cjs <<'JS'
const { parse } = require('CSV-JS');
const gross = parse('What,Gross\r\nPayment,240.00\r\nRefund,-48.00\r\nPayment,48.00').slice(1).map(([, amount]) => amount);
const sum = gross.reduce((total, amount) => total + amount);
console.log(JSON.stringify({ gross, sum }));
process.exit(gross[0] === 240 && gross[1] === '-48.00' && gross[2] === 48 && sum === '240-48.0048' ? 0 : 1);
JS
node sum.cjs
