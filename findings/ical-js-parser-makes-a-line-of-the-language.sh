#!/usr/bin/env bash
# Software: ical-js-parser 0.7.4 (npm).
# Guess: a calendar that it reads and writes again is the same, or has its lines in another order.
# Instead: the EN at the end of '-//Lessons//Booking//EN', the language of the program that wrote
#   it, becomes a line 'E:EN' that no standard knows. The organiser Sample Physics is SamplePhysics,
#   and where it breaks a long line at a space, the space is gone for who reads it: 'bookinghere'.
# Product: links have no spaces, and nothing depends on the organiser's name; what its feed says
#   stands on the page of each lesson, too (server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ical-js-parser@0.7.4
cat > copy.cjs <<'JS'
const parser = require('ical-js-parser');
const { toJSON, toString } = parser.default ?? parser;
const lines = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Lessons//Booking//EN',
  'BEGIN:VEVENT',
  'UID:booking-1',
  'DTSTAMP:20261001T100000Z',
  'DTSTART:20261012T160000Z',
  'DTEND:20261012T170000Z',
  'SUMMARY:Waves',
  'DESCRIPTION:Bring a ruler and a calculator to the lesson. See your bo',
  ' oking here: https://lessons.example.com/lessons/1',
  'ORGANIZER;CN="Sample Physics":mailto:lessons@example.com',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
];
const copy = toString(toJSON(lines.join('\r\n')));
console.log(copy);
const unfolded = copy.replaceAll(/\r?\n /g, '');
process.exit(['\nE:EN', '"SamplePhysics"', 'bookinghere'].every((part) => unfolded.includes(part)) ? 0 : 1);
JS
node copy.cjs
