#!/usr/bin/env bash
# Software: csvjson 5.1.0 (npm).
# Guess: a cell with a comma, 'Khan, Sarah', is written in quotation marks, and a cell "a ""b""" is
#   read as 'a "b"'.
# Instead: the comma becomes a tab, without a word: a name of two parts, which no program puts
#   together again. A cell that has doubled marks is read as an empty one, though its option quote
#   names the mark.
# Product: takes a tab within a cell for a comma (plainCell in domain/imports/cells.ts). Its own
#   tables are as RFC 4180 has them (domain/csv.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact csvjson@5.1.0
cat > run.cjs <<'JS'
const { toCSV, toObject } = require('csvjson');
const written = toCSV([{ name: 'Khan, Sarah', year: 11 }], { headers: 'key' });
const [read] = toObject('name,note\n"Khan, Sarah","a ""b"""\n', { quote: '"' });
console.log(JSON.stringify({ written, read }));
process.exit(written.endsWith('Khan\t Sarah,11') && read.name === 'Khan, Sarah' && read.note === '' ? 0 : 1);
JS
node run.cjs
