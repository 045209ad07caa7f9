#!/usr/bin/env bash
# Software: csv-simple-parser 2.0.2 (npm).
# Guess: the line break at the end of a table ends its last row, as in RFC 4180, where it may stand
#   or not: two rows are two records, either way.
# Instead: with it there is a third record, whose first cell is an empty text and whose others are
#   missing, so that a sum over the column of amounts is NaN.
# Product: ends every row of its tables with a line break, the last one, too, because others read
#   no last row without it (domain/csv.ts); of a table that it reads, empty rows are left out
#   (readTable in server/imports/read-table.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-simple-parser@2.0.2
cat > rows.cjs <<'JS'
const { default: parse } = require('csv-simple-parser');
const table = 'Family,Gross\r\nKhan,240.00\r\nLee,48.00';
const [without, ended, cells] = [
  parse(table, { header: true }), parse(`${table}\r\n`, { header: true }), parse(`${table}\r\n`),
];
const sum = ended.reduce((total, { Gross }) => total + Number(Gross), 0);
console.log(JSON.stringify({ without, ended, last: cells.at(-1).length }), sum);
const isSeen = without.length === 2 && ended.length === 3 && ended[2].Family === '' &&
  ended[2].Gross === undefined && cells.length === 4 && cells.at(-1)[1] === undefined && Number.isNaN(sum);
process.exit(isSeen ? 0 : 1);
JS
node rows.cjs
