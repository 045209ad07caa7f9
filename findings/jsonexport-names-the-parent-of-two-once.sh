#!/usr/bin/env bash
# Software: jsonexport 3.2.0 (npm), which turns records within records into CSV.
# Guess: a family with two students becomes two rows, each with the parent and the email.
# Instead: the parent stands in the first row alone. The second row has a student and nobody, and
#   once the table is sorted, or its rows are read one by one, nobody knows whose child it is. The
#   option fillGaps, which names the parent again, is off.
# Product: imports no such row, says so in one sentence and what to copy (explainRow in
#   domain/imports/rows.ts); it never guesses a family.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact jsonexport@3.2.0
cat > write.cjs <<'JS'
const jsonexport = require('jsonexport');
const families = [
  { name: 'Sarah Khan', email: 'sarah@example.com', students: [{ name: 'Maya' }, { name: 'Omar' }] },
  { name: 'Ann Lee', email: 'ann@example.com', students: [{ name: 'Ada' }] },
];
(async () => {
  const table = await jsonexport(families);
  console.log(table);
  process.exit(table.split('\n')[2] === ',,Omar' ? 0 : 1);
})();
JS
node write.cjs
