#!/usr/bin/env bash
# Software: Temml 0.13.5 (npm), strict.
# Guess: \textsc{q} shows a small capital Q, or is refused where there is none.
# Instead: 'ǫ', o with ogonek (U+01EB), another letter, without a word; and in strict mode, which
#   'throws', \large in a formula is accepted and a warning printed to stdout by console.log, so
#   that the log of a server gets lines that are no JSON.
# Product: refuses \textsc (server/topics/render.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts temml@0.13.5
cat > run.cjs <<'JS'
const temml = require('temml');
const printed = [];
const log = console.log;
console.log = (line) => printed.push(line);
const options = { strict: true, throwOnError: true };
const q = temml.renderToString('\\textsc{q}', options);
temml.renderToString('\\large x', options);
console.log = log;
log(q, '\nprinted:', printed);
process.exit(q.includes('\u01EB') && printed.length > 0 ? 0 : 1);
JS
node run.cjs
