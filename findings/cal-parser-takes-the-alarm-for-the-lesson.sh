#!/usr/bin/env bash
# Software: cal-parser 1.0.2 (npm).
# Guess: the description of an event is that of the event; an alarm in it has its own.
# Instead: what an alarm says last overwrites what the event says. An event whose alarm is shown as
#   'Physics' has the description 'Physics', and the link to the lesson is lost.
# Product: the link to the lesson stands in LOCATION too, which no alarm has, and the alarm comes
#   last, as RFC 5545 has it (addEvent in server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact cal-parser@1.0.2
cat > alarm.cjs <<'JS'
const { parseString } = require('cal-parser');
const { events } = parseString([
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VEVENT', 'UID:one@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART:20261012T160000Z', 'DTEND:20261012T170000Z', 'SUMMARY:Physics',
  'DESCRIPTION:Join the lesson here: https://lessons.example/join',
  'LOCATION:https://lessons.example/join',
  'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Physics', 'END:VALARM',
  'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n'));
const [{ description, location }] = events;
console.log(`description: ${description.value}\nlocation: ${location.value}`);
process.exit(description.value === 'Physics' && location.value.includes('/join') ? 0 : 1);
JS
node alarm.cjs
