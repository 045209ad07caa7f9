#!/usr/bin/env bash
# Software: nice-json2csv 0.2.2, to-csv 0.1.1 (npm), which turn records into CSV.
# Guess: Tom "TJ" Lee becomes "Tom ""TJ"" Lee", as RFC 4180 has it, a list of two students
#   'Maya,Omar' or JSON, and the records stay as they are.
# Instead: both write "Tom \"TJ\" Lee", which other programs take for the cell 'Tom \' and more. The
#   list is '[Object]' with nice-json2csv. to-csv also writes the quotation marks into the record
#   itself: saved a second time, the name begins with a backslash and a mark.
# Product: reads such marks when those of the file do not match otherwise (doubleStrayQuotes in
#   server/imports/stray-quotes.ts), takes no '[Object]' for a name (explainSpoiled in
#   domain/imports/cells.ts), and its own export changes nothing that it is given (domain/csv.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact nice-json2csv@0.2.2 to-csv@0.1.1
cat > write.cjs <<'JS'
const { convert } = require('nice-json2csv');
const toCsv = require('to-csv');
const family = { name: 'Lee, Tom "TJ"', students: ['Maya', 'Omar'] };
const nice = convert([family]);
const first = toCsv([family]);
const second = toCsv([family]);
console.log([nice, first, second].join('\n'));
const isNice = nice.endsWith(String.raw`"Lee, Tom \"TJ\"","[Object]"`);
const isFirst = first.includes(String.raw`"Lee, Tom \"TJ\""`);
process.exit(isNice && isFirst && second.includes(String.raw`"\"Lee, Tom`) ? 0 : 1);
JS
node write.cjs
