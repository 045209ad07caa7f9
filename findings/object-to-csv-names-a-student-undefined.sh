#!/usr/bin/env bash
# Software: object-to-csv 1.0.5 (npm).
# Guess: what is not there is an empty cell, and a quotation mark within a cell is doubled.
# Instead: the cells say "null" and "undefined", which an import takes for a person's name, and the
#   marks of Tom "TJ" Lee stay as they are, so that his row ends in an error or in other columns.
# Product: null and undefined are empty cells (NO_VALUE in domain/imports/cells.ts), a record as
#   text, '[object Object]', is a problem of its row (explainSpoiled), and marks that do not match
#   are named with their row (server/imports/read-table.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact object-to-csv@1.0.5
cat > write.cjs <<'JS'
const ObjectToCsv = require('object-to-csv');
const keys = ['name', 'student', 'year'].map((key) => ({ key, as: key }));
const data = [
  { name: 'Sarah Khan', student: null, year: undefined },
  { name: 'Tom "TJ" Lee', student: 'Ada', year: 12 },
  { name: 'Ann Poe', student: { name: 'Zed' }, year: 11 },
];
const table = new ObjectToCsv({ keys, data }).getCSV();
console.log(table);
const expected = ['"Sarah Khan","null","undefined"', '"Tom "TJ" Lee","Ada","12"', '"Ann Poe","[object Object]","11"'];
process.exit(expected.every((row) => table.includes(row)) ? 0 : 1);
JS
node write.cjs
