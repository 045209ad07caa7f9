#!/usr/bin/env bash
# Software: convert-csv-to-array 1.0.3 (npm).
# Guess: of a row that is shorter than the header the cells that it has are read and the others are
#   missing or empty; "Lee, Tom" is one cell; and the last row needs no line break, as in RFC 4180.
# Instead: the row gets the missing cells of the row above: a family without a note has the note of
#   another family. "Lee, Tom" is two cells, and the second one's last stays with the next row under
#   the name 'undefined'. A last row without a line break is not read at all.
# Product: writes every row as long as its header, and ends each with a line break (domain/csv.ts);
#   in what it reads, a missing cell is an empty one (readCell in domain/imports/rows.ts), and the
#   last row counts without a line break (server/imports/read-table.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact convert-csv-to-array@1.0.3
cat > read.cjs <<'JS'
const { convertCSVToArray } = require('convert-csv-to-array');
const read = (text) => convertCSVToArray(text, { header: true, separator: ',' }).slice(1);
const short = JSON.stringify(read('Name,Phone,Note\nAnn,07700900123,do not ring\nBen,020 7946 0000\n'));
const quoted = JSON.stringify(read('Name,Year\n"Lee, Tom",11\nAda,12\n'));
console.log(`${short}\n${quoted}`);
const isHanded = short.includes('{"Name":"Ben","Phone":"020 7946 0000","Note":"do not ring"}');
const isLost = read('Name,Year\nAda,12\nBen,11').length === 1;
process.exit(isHanded && isLost && quoted.includes('{"Name":"Ada","Year":12,"undefined":11}') ? 0 : 1);
JS
node read.cjs
