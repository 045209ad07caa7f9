#!/usr/bin/env bash
# Software: timestring 7.0.0 (npm).
# Guess: '1 1/2 hours' is 90 minutes, or refused, as it refuses 'half an hour'.
# Instead: it is 112 hours, because spaces and slashes are dropped first: 112hours.
# Product: a lesson's length is one number (lessonEndsAt in domain/lessons/lesson.ts); no length is read from
#   words.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact timestring@7.0.0
cat > hours.cjs <<'JS'
const timestring = require('timestring');
const words = ['1.5 hours', '1 1/2 hours'];
const hours = words.map((text) => timestring(text, 'hours'));
words.forEach((text, index) => console.log(`${text}: ${hours[index]} hours`));
process.exit(`${hours}` === '1.5,112' ? 0 : 1);
JS
node hours.cjs
