#!/usr/bin/env bash
# Software: csv-sniffer 0.1.1 (npm), which guesses separator, quotes and header of a CSV file.
# Guess: in Zoom's list of participants, with four columns and names such as "Khan, Maya" in quotes,
#   the separator is a comma and the quote a double quote.
# Instead: neither is found, and each row is one cell; two rows whose quoted cells hold a comma are
#   enough. Without the commas in the names it finds four columns.
# Product: takes the separator by which it recognises a header, and reads this list (findDelimiter
#   in server/imports/read-table.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-sniffer@0.1.1
cat > list.cjs <<'JS'
const Sniffer = require('csv-sniffer')();
const list = (one, two) => [
  'Name (Original Name),User Email,Total Duration (Minutes),Guest',
  `${one},maya@example.com,58,Yes`,
  `${two},ben@example.com,57,No`, '',
].join('\r\n');
const lists = [list('Maya Khan', 'Ben Okafor'), list('"Khan, Maya"', '"Okafor, Ben"')];
const found = lists.map((text) => new Sniffer().sniff(text));
for (const { delimiter, labels, records } of found)
  console.log(`separator ${delimiter}, columns ${(labels ?? records[0]).length}`);
process.exit(found[0].delimiter === ',' && found[1].delimiter === null ? 0 : 1);
JS
node list.cjs
