#!/usr/bin/env bash
# Software: convert-array-to-csv 2.0.0 (npm).
# Guess: it puts a cell with a comma in quotes, and so the list of a family's two students, too.
# Instead: a text is quoted and a list is not. 'Maya,Omar' fills two cells, and everything after it
#   moves to the right by one: the year 11 stands under the credits.
# Product: imports nothing of a row that has more cells than the header and another row, and says
#   so, unless those cells are empty and the others are as they should be (excess in
#   server/imports/read-table.ts and domain/imports/rows.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact convert-array-to-csv@2.0.0
cat > write.cjs <<'JS'
const { convertArrayToCSV } = require('convert-array-to-csv');
const families = [
  { name: 'Khan, Sarah', students: ['Maya', 'Omar'], year: 11, credits: 0, note: null },
  { name: 'Ann Lee', students: ['Ada'], year: 12, credits: 3, note: null },
];
const table = convertArrayToCSV(families);
console.log(table);
const expected = 'name,students,year,credits,note\n"Khan, Sarah",Maya,Omar,11,0,""\nAnn Lee,Ada,12,3,""\n';
process.exit(table === expected ? 0 : 1);
JS
node write.cjs
