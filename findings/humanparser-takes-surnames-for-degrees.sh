#!/usr/bin/env bash
# Software: humanparser 2.7.0 (npm).
# Guess: a name of two words is a first name and a last name.
# Instead: 'Esther Ma' has the suffix Ma, as a Master of Arts, and an empty last name, though 'Ma
#   Li' is read right.
# Product: keeps a name as one text, and turns round only 'Khan, Sarah' (domain/imports/rows.ts),
#   where what follows the comma is compared with a short list of suffixes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact humanparser@2.7.0
cat > names.cjs <<'JS'
const { parseName } = require('humanparser');
const names = ['Ma Li', 'Esther Ma'].map(parseName);
for (const { firstName, lastName, suffix = '' } of names) console.log(`first '${firstName}', last '${lastName}', suffix '${suffix}'`);
process.exit(names[0].lastName === 'Li' && names[1].lastName === '' && names[1].suffix === 'Ma' ? 0 : 1);
JS
node names.cjs
