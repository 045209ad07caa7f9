#!/usr/bin/env bash
# Software: human-interval 2.0.1 (npm), which job schedulers read their intervals with.
# Guess: knowing 'two hours and thirty minutes' and 'three and a half days', it knows 'half an hour'
#   and 'one and a half hours', or refuses them with NaN as it does '1h30m'.
# Instead: 'half an hour' is 0 and 'one and a half hours' is one hour; 'three and a half days' is
#   three.
# Product: intervals are numbers with their unit in the name (domain/limits.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact human-interval@2.0.1
cat > minutes.cjs <<'JS'
const interval = require('human-interval');
const words = ['two hours and thirty minutes', '1h30m', 'half an hour', 'one and a half hours', 'three and a half days'];
const minutes = words.map((text) => interval(text) / 60_000);
words.forEach((text, index) => console.log(`${text}: ${minutes[index]} minutes`));
process.exit(`${minutes}` === `150,NaN,0,60,${3 * 24 * 60}` ? 0 : 1);
JS
node minutes.cjs
