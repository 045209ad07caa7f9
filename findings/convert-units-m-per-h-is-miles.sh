#!/usr/bin/env bash
# Software: convert-units 2.3.4 (npm).
# Guess: beside m/s and km/h, its speed m/h is metres per hour: 0.00028 m/s.
# Instead: it is miles per hour, 0.447 m/s, 1609 times as much; its mi is the mile and its m the
#   metre.
# Product: m/h is metres per hour, and mph gets a hint instead of a mark (domain/marking/unit.ts,
#   domain/marking/unit-hints.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts convert-units@2.3.4
cat > run.cjs <<'JS'
const convert = require('convert-units');
const seen = [convert(1).from('m/h').to('m/s'), convert(1).from('km/h').to('m/s'), convert(1).from('m').to('km')];
console.log(seen.map((value) => value.toPrecision(4)).join(' '), convert().describe('m/h').singular);
process.exit(seen[0] > 0.447 && seen[0] < 0.4471 && convert().describe('m/h').singular === 'Mile per hour' ? 0 : 1);
JS
node run.cjs
