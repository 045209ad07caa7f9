#!/usr/bin/env bash
# Software: spacetime 7.15.0 (npm), 'figure-out dates across timezones'.
# Guess: in Europe/London it changes the clocks on the last Sundays of March and October.
# Instead: it changes them on one year's dates, 29 March and 25 October, in every year. A lesson at
#   17:00 on 27 October 2027, four days before the clocks go back, is an hour late: 17:00Z.
# Product: computes the time in the United Kingdom with the engine's own time zones
#   (domain/time.ts), and domain/time.test.ts compares both changes of a year with Temporal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact spacetime@7.15.0
cat > changes.cjs <<'JS'
const loaded = require('spacetime');
const spacetime = loaded.default ?? loaded;
const instant = (time) => new Date(spacetime(time, 'Europe/London').epoch).toISOString();
const seen = ['2027-03-28 17:00', '2027-10-27 17:00', '2026-07-01 17:00'].map(instant);
console.log(seen.join('\n'));
// Right: 16:00Z three times.
process.exit(seen[0].includes('T17') && seen[1].includes('T17') && seen[2].includes('T16') ? 0 : 1);
JS
node changes.cjs
