#!/usr/bin/env bash
# Software: cozy-ical 1.1.22 and ics-parser 0.1.5 (npm), which read calendars.
# Guess: a long line that is folded before a space, 'Bring', a line break, two spaces and 'a ruler',
#   is read with one space, as RFC 5545 (3.1) takes away the line break and one space after it.
# Instead: both take away every space: 'Bringa ruler'. Most programs fold after so many octets,
#   wherever that is, and so does the library that writes our calendars. Cut within a word, the line
#   is read right.
# Product: folds the lines of its calendars anew, within words (server/email/fold-lines.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact cozy-ical@1.1.22 ics-parser@0.1.5
cat > fold.cjs <<'JS'
const { ICalParser } = require('cozy-ical');
const parse = require('ics-parser');
const calendarOf = (...description) => [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN',
  'BEGIN:VEVENT', 'UID:one@example.com', 'DTSTAMP:20260901T090000Z',
  'DTSTART:20261012T160000Z', 'DTEND:20261012T170000Z', 'SUMMARY:Physics',
  ...description, 'END:VEVENT', 'END:VCALENDAR', '',
].join('\r\n');
const readByCozy = (text) => new Promise((resolve, reject) => {
  new ICalParser().parseString(text, (error, calendar) =>
    error ? reject(error) : resolve(calendar.subComponents[0].model.description));
});
const read = async (text) => [await readByCozy(text), parse(text).find(({ uid }) => uid).description];
(async () => {
  const beside = await read(calendarOf('DESCRIPTION:Bring', '  a ruler'));
  const within = await read(calendarOf('DESCRIPTION:Bri', ' ng a ruler'));
  console.log(JSON.stringify({ beside, within }));
  const isSeen = beside.every((text) => text === 'Bringa ruler') && within.every((text) => text === 'Bring a ruler');
  process.exit(isSeen ? 0 : 1);
})();
JS
node fold.cjs
