#!/usr/bin/env bash
# Software: split-human-name 2.0.13 and full-name-splitter 1.1.1 (npm), which split names into a
#   first and a last one.
# Guess: 'Esther Ma' is Esther and Ma, and 'Van Nguyen' Van and Nguyen, as 'Sarah Khan' is Sarah and
#   Khan.
# Instead: with split-human-name the last name is ', Ma', comma and space included, because Ma is a
#   degree. full-name-splitter drops it: Esther, and no last name. Van Nguyen has no first name
#   there, because van begins last names of the Netherlands.
# Product: keeps a name as one text. Of two columns it leaves out a comma that begins the last name,
#   and an empty first name does no harm (readName in domain/imports/rows.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  split-human-name@2.0.13 full-name-splitter@1.1.1
cat > split.cjs <<'JS'
const byComma = require('split-human-name');
const byList = require('full-name-splitter').default;
const split = (name) => [Object.values(byComma(name)), byList(name)];
const seen = ['Sarah Khan', 'Esther Ma', 'Van Nguyen'].map(split);
console.log(JSON.stringify(seen));
const expected = [
  [['Sarah', 'Khan'], ['Sarah', 'Khan']],
  [['Esther', ', Ma'], ['Esther', null]],
  [['Van', 'Nguyen'], [null, 'Van Nguyen']],
];
process.exit(JSON.stringify(seen) === JSON.stringify(expected) ? 0 : 1);
JS
node split.cjs
