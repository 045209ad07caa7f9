#!/usr/bin/env bash
# Software: letterparser 0.1.8 (npm), which reads emails.
# Guess: of an email that is text, HTML and a calendar in multipart/alternative, as invitations are,
#   text is the part in plain text, and the calendar one of the attachments.
# Instead: the text goes on with the lines of the calendar, BEGIN:VCALENDAR and so on, under the
#   signature, and no attachment is listed.
# Product: its emails are built so, by nodemailer, because mail programs look there for what goes
#   into the calendar; the file lesson.ics is attached, too (server/email/transport.ts). It reads no
#   emails.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact letterparser@0.1.8
cat > email.cjs <<'JS'
const { extract } = require('letterparser');
const part = (type, ...lines) => ['--b', `Content-Type: ${type}; charset=utf-8`, '', ...lines];
const { text, html, attachments } = extract([
  'From: Ann <ann@example.com>', 'To: sarah@example.com', 'Subject: Booked: Waves',
  'Date: Mon, 30 Nov 2026 09:00:00 +0000', 'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b', '',
  ...part('text/plain', 'Maya has a spot.', '', 'Ann'),
  ...part('text/html', '<p>Maya has a spot.</p>'),
  ...part('text/calendar; method=PUBLISH', 'BEGIN:VCALENDAR', 'VERSION:2.0', 'END:VCALENDAR'),
  '--b--', '',
].join('\r\n'));
console.log(JSON.stringify({ text, html, attachments }));
const isSeen = /^Maya has a spot\.\s+Ann\s+BEGIN:VCALENDAR/.test(text) && (attachments ?? []).length === 0;
process.exit(isSeen ? 0 : 1);
JS
node email.cjs
