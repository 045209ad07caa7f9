#!/usr/bin/env bash
# Software: iso8601-duration 2.1.4 (npm).
# Guess: of the alarm '-PT15M' of a calendar it says minus 15 minutes, or refuses the sign.
# Instead: it reads the sign and drops it. Added to the start, the alarm rings 15 minutes after it.
# Product: reads no durations. It writes its alarms with ical-generator, and a test has the line
#   (server/email/calendar-events.test.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact iso8601-duration@2.1.4
cat > alarm.cjs <<'JS'
const { end, parse, toSeconds } = require('iso8601-duration');
const start = new Date('2026-10-12T16:00:00Z');
const seconds = ['PT15M', '-PT15M'].map((alarm) => toSeconds(parse(alarm)));
const rings = end(parse('-PT15M'), start).toISOString();
console.log(`PT15M: ${seconds[0]} s, -PT15M: ${seconds[1]} s, start 16:00, rings ${rings}`);
process.exit(`${seconds}` === '900,900' && rings === '2026-10-12T16:15:00.000Z' ? 0 : 1);
JS
node alarm.cjs
