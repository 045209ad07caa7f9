#!/usr/bin/env bash
# Software: ical-toolkit 1.0.9 (npm).
# Guess: of four lessons with an alarm each it reads four, as it does of four without.
# Instead: two. An event that has an alarm swallows the whole event after it, without an error, so
#   that every second lesson is missing.
# Product: each lesson has its alarm, as RFC 5545 allows it, and a feed is one list for all programs
#   (addEvent in server/email/calendar-events.ts); reminders come by email, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact ical-toolkit@1.0.9
cat > alarms.cjs <<'JS'
const { parseToJSON } = require('ical-toolkit');
const alarm = ['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'DESCRIPTION:Physics', 'END:VALARM'];
const days = ['20261012', '20261019', '20261026', '20261102'];
const read = (parts) => {
  const events = days.flatMap((day) => [
    'BEGIN:VEVENT', `UID:${day}@example.com`, 'DTSTAMP:20260901T090000Z',
    `DTSTART:${day}T170000Z`, `DTEND:${day}T180000Z`, 'SUMMARY:Physics', ...parts, 'END:VEVENT',
  ]);
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', ...events, 'END:VCALENDAR', ''];
  return parseToJSON(text.join('\r\n')).VCALENDAR[0].VEVENT.map(({ UID }) => UID.slice(0, 8)).join(' ');
};
const [without, withAlarms] = [read([]), read(alarm)];
console.log(`without alarms: ${without}\nwith alarms: ${withAlarms}`);
process.exit(without === days.join(' ') && withAlarms === '20261012 20261026' ? 0 : 1);
JS
node alarms.cjs
