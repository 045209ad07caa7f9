#!/usr/bin/env bash
# Software: ics-to-json 2.0.2 and ical-parser 1.2.0 (npm).
# Guess: the value of a line of a calendar is all that follows its first colon.
# Instead: it ends at the next colon. The place https://lessons.example/join/abc is 'https', and a
#   description 'Join the meeting here: https://...' ends before the link: the lesson is there and
#   nobody can join it.
# Product: a value with colons is valid and stays (server/email/calendar-events.ts); the way into a
#   lesson is in the emails and on the lesson's page, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts ics-to-json@2.0.2 ical-parser@1.2.0
cat > run.mjs <<'JS'
import * as icsToJson from 'ics-to-json';
import icalParser from 'ical-parser';
const calendar = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VEVENT', 'UID:one@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART:20261012T160000Z', 'DTEND:20261012T170000Z', 'SUMMARY:Lesson',
  'LOCATION:https://lessons.example/join/abc',
  'DESCRIPTION:Join the meeting here: https://lessons.example/join/abc',
  'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n');
const read = icsToJson.icsToJson ?? icsToJson.default.default ?? icsToJson.default;
const [event] = read(calendar);
icalParser.convert(calendar, (fault, { VCALENDAR }) => {
  const [other] = VCALENDAR[0].VEVENT;
  const seen = [event.location, event.description, other.LOCATION, other.DESCRIPTION];
  console.log(seen);
  process.exit(seen.join('; ') === 'https; Join the meeting here; https; Join the meeting here' ? 0 : 1);
});
JS
node run.mjs
