#!/usr/bin/env bash
# Software: letterparser 0.1.8 (npm), which reads emails.
# Guess: the text of an email as text, as HTML and as a calendar, side by side in
#   multipart/alternative, is the part in plain text.
# Instead: it is that and all lines of the calendar after it, from BEGIN:VCALENDAR on: a second time
#   the same lesson, with the time in UTC. In summer 'at 17:00 UK time' and DTSTART:...T160000Z
#   stand in one text.
# Product: an invitation is such a part, without which calendars do not offer it
#   (server/email/transport.ts); the text says 'UK time' with each time, and ends with the site's
#   signature, after which nothing is expected (renderPlainText in server/email/sender.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact letterparser@0.1.8
cat > read.cjs <<'JS'
const { extract } = require('letterparser');
const part = (type, lines) => [`--parts`, `Content-Type: ${type}; charset=utf-8`, '', ...lines];
const email = [
  'From: tutor@example.com', 'To: parent@example.com', 'Subject: Booked', 'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=parts', '',
  ...part('text/plain', ['Monday 12 October 2026 at 17:00 UK time', '', '-- ', 'Sample Physics']),
  ...part('text/html', ['<p>Monday 12 October 2026 at 17:00 UK time</p>']),
  ...part('text/calendar; method=PUBLISH', [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'METHOD:PUBLISH', 'BEGIN:VEVENT',
    'UID:one@example.com', 'DTSTAMP:20260901T090000Z', 'DTSTART:20261012T160000Z',
    'SUMMARY:Waves', 'END:VEVENT', 'END:VCALENDAR',
  ]),
  '--parts--', '',
].join('\r\n');
const { text } = extract(email);
console.log(text);
process.exit(text.startsWith('Monday 12') && text.includes('DTSTART:20261012T160000Z') ? 0 : 1);
JS
node read.cjs
