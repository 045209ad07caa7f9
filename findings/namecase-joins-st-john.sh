#!/usr/bin/env bash
# Software: namecase 1.1.2 (npm).
# Guess: it changes capitals and nothing else, as its name says.
# Instead: 'ST JOHN' becomes 'StJohn' in one word, and a family called 'XI' keeps its capitals as
#   the eleventh of its name.
# Product: stores names as they were typed, but for spaces (tidyName in domain/names.ts), and
#   compares them without regard to capitals.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact namecase@1.1.2
cat > names.cjs <<'JS'
const namecase = require('namecase');
const names = ['ST JOHN', 'BEN ST JOHN', 'MEI XI', "O'BRIEN"].map((name) => namecase(name));
console.log(names.join('\n'));
process.exit(names[0] === 'StJohn' && names[2] === 'Mei XI' ? 0 : 1);
JS
node names.cjs
