#!/usr/bin/env bash
# Software: ical-expander 3.2.0 and node-ical 0.27.2 (npm).
# Guess: an event on 12 October with an RDATE of 26 October and 2 November stands on all three days;
#   RFC 5545 counts DTSTART as the first.
# Instead: ical-expander shows the last two and not the first, node-ical the first and not the last
#   two. No day is shown by both.
# Product: its calendars have neither RDATE nor RRULE, but one event for each lesson
#   (server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ical-expander@3.2.0 node-ical@0.27.2
cat > dates.cjs <<'JS'
const Expander = require('ical-expander');
const nodeIcal = require('node-ical');
const ics = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VEVENT', 'UID:three@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART:20261012T160000Z', 'DTEND:20261012T170000Z',
  'RDATE:20261026T160000Z,20261102T160000Z', 'SUMMARY:Physics', 'END:VEVENT',
  'END:VCALENDAR', '',
].join('\r\n');
const from = new Date('2026-10-01T00:00:00Z');
const to = new Date('2026-12-01T00:00:00Z');
const day = (date) => date.toISOString().slice(5, 10);
const found = new Expander({ ics, maxIterations: 100 }).between(from, to);
const expander = [...found.events, ...found.occurrences].map((event) => day(event.startDate.toJSDate()));
const event = nodeIcal.sync.parseICS(ics)['three@example.com'];
const node = nodeIcal.expandRecurringEvent(event, { from, to }).map(({ start }) => day(start));
console.log(`ical-expander: ${expander}\nnode-ical: ${node}`);
process.exit(`${expander}` === '10-26,11-02' && `${node}` === '10-12' ? 0 : 1);
JS
node dates.cjs
