#!/usr/bin/env bash
# Software: ical.js 2.2.1, node-ical 0.27.2 (npm).
# Guess: DURATION:PT24H is 24 hours and DURATION:P1D is a day, which has 25 hours when the clocks go
#   back, as RFC 5545 (3.3.6) says.
# Instead: each has one length for both. For ical.js both take 25 hours, for node-ical both take 24.
# Product: writes the end as an instant in UTC and no duration (server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ical.js@2.2.1 node-ical@0.27.2
cat > durations.mjs <<'JS'
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
const change = (kind, from, to, start) => [
  `BEGIN:${kind}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`,
  `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${kind === 'DAYLIGHT' ? 3 : 10}`, `END:${kind}`,
];
const calendar = (duration) => [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VTIMEZONE', 'TZID:Europe/London',
  ...change('DAYLIGHT', '+0000', '+0100', '19810329T010000'),
  ...change('STANDARD', '+0100', '+0000', '19961027T020000'),
  'END:VTIMEZONE',
  'BEGIN:VEVENT', 'UID:camp@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART;TZID=Europe/London:20261024T170000', `DURATION:${duration}`, 'SUMMARY:Camp', 'END:VEVENT',
  'END:VCALENDAR', '',
].join('\r\n');
const hours = (start, end) => (end - start) / 3_600_000;
function ofIcalJs(text) {
  const component = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.register(component.getFirstSubcomponent('vtimezone'));
  const event = new ICAL.Event(component.getFirstSubcomponent('vevent'));
  return hours(event.startDate.toJSDate(), event.endDate.toJSDate());
}
function ofNodeIcal(text) {
  const { start, end } = nodeIcal.sync.parseICS(text)['camp@example.com'];
  return hours(start, end);
}
const seen = ['PT24H', 'P1D'].map((duration) => {
  const found = [ofIcalJs(calendar(duration)), ofNodeIcal(calendar(duration))];
  console.log(`${duration}: ical.js ${found[0]} h, node-ical ${found[1]} h`);
  return found.join();
});
process.exit(seen.join(' ') === '25,24 25,24' ? 0 : 1);
JS
TZ=UTC node durations.mjs
