#!/usr/bin/env bash
# Software: addressparser 1.0.1, postal-mime 4.0.0 (npm).
# Guess: in 'Sarah (Mum of Maya (Y11)) <sarah@example.com>' the remark in brackets, nested as RFC
#   5322 allows it, belongs to the name or is left out.
# Instead: the remark ends at its first closing bracket, and the second one becomes a part of the
#   name: 'Sarah)' or 'Sarah )'.
# Product: its mail library reads addresses in the same way. It is handed the sender's name and
#   address apart, and recipients without a name (server/email/transport.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact addressparser@1.0.1 postal-mime@4.0.0
cat > names.cjs <<'JS'
const old = require('addressparser');
const { addressParser } = require('postal-mime');
const header = 'Sarah (Mum of Maya (Y11)) <sarah@example.com>';
const names = [old, addressParser].map((parse) => parse(header)[0].name);
console.log(names.join('\n'));
process.exit(names.every((name) => /^Sarah ?\)$/.test(name)) ? 0 : 1);
JS
node names.cjs
