#!/usr/bin/env bash
# Software: ts-ics 2.4.6 (npm).
# Guess: it reads a calendar and writes it again so that the organiser's quoted name and its address
#   stay.
# Instead: CN="Physics; GCSE" is cut at the semicolon inside the quotes, and what it then writes has
#   a quote that is never closed.
# Product: reads no calendars. The organiser is the tutor's own name and nothing depends on it: the
#   link is in the description (server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ts-ics@2.4.6
cat > organiser.mjs <<'JS'
import { convertIcsCalendar, generateIcsCalendar } from 'ts-ics';
const calendar = convertIcsCalendar(undefined, [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VEVENT', 'UID:one@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART:20261012T160000Z', 'DTEND:20261012T170000Z', 'SUMMARY:Lesson',
  'ORGANIZER;CN="Physics; GCSE":mailto:tutor@example.com',
  'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n'));
const line = generateIcsCalendar(calendar).split('\r\n').find((text) => text.startsWith('ORGANIZER'));
console.log(`name: ${calendar.events[0].organizer.name}\nwritten: ${line}`);
process.exit(line.split('"').length === 2 ? 0 : 1);
JS
node organiser.mjs
