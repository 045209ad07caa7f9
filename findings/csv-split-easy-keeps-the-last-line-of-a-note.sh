#!/usr/bin/env bash
# Software: csv-split-easy 7.0.11 (npm).
# Guess: a cell in quotation marks that has a line break is one cell, as RFC 4180 has it; or its
#   lines are rows, as with readers that know no such cells.
# Instead: of a note of two lines the first is gone without a word, and the second is a row of its
#   own, without a name. Of three lines the first two are gone, and a row is empty.
# Product: an enquiry's note is the one text of several lines in its tables. It is exported as it
#   is, in quotation marks (toRows in web/admin/dashboard/enquiries/enquiry-parts.tsx).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csv-split-easy@7.0.11
cat > read.mjs <<'JS'
import { splitEasy } from 'csv-split-easy';
const seen = ['"Call Mum\nafter 17:00"', '"Call Mum\nafter 17:00\nor write"'].map((note) =>
  JSON.stringify(splitEasy(`Name,Note\nSarah,${note}\nTom,none`).slice(1)),
);
console.log(seen.join('\n'));
const expected = [
  '[["Sarah"],["after 17:00"],["Tom","none"]]',
  '[["Sarah"],[],["or write"],["Tom","none"]]',
];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node read.mjs
