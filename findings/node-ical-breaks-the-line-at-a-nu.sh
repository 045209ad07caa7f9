#!/usr/bin/env bash
# Software: node-ical 0.27.2 and cal-parser 1.0.2 (npm); icalendar 2.8.0 for Ruby and Data::ICal
#   0.24 for Perl (Debian 12, packages ruby-icalendar and libdata-ical-perl), if they are installed.
# Guess: E = h\nu in the title of a lesson, written E = h\\nu as RFC 5545 (3.3.11) says, is read as
#   E = h\nu, as ical.js reads it.
# Instead: the second backslash and the n become a line break, since \n is looked for before \\: 'E
#   = h\', and 'u' on the next line. So \nabla and C:\new are broken, too. Not one of the four gets
#   it right.
# Product: what is typed is escaped once, by ical-generator; a lesson's name and notes are plain
#   text, where formulas are not drawn, and questions are in no calendar
#   (server/email/calendar-events.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts node-ical@0.27.2 cal-parser@1.0.2 ical.js@2.2.1
printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//EN BEGIN:VEVENT UID:one@example.com \
  DTSTAMP:20260901T090000Z DTSTART:20261012T160000Z DTEND:20261012T170000Z 'SUMMARY:Photons: E = h\\nu' \
  END:VEVENT END:VCALENDAR > photons.ics
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import calParser from 'cal-parser';
import ical from 'ical.js';
import nodeIcal from 'node-ical';
const text = readFileSync('photons.ics', 'utf8');
const right = new ical.Component(ical.parse(text)).getFirstSubcomponent('vevent').getFirstPropertyValue('summary');
const events = Object.values(nodeIcal.sync.parseICS(text)).filter(({ type }) => type === 'VEVENT');
const titles = [events[0].summary, calParser.parseString(text).events[0].summary.value];
console.log(JSON.stringify({ right, titles }));
const isBroken = (title) => /E = h\\?\s+u$/.test(title);
process.exit(right === 'Photons: E = h\\nu' && titles.every(isBroken) ? 0 : 1);
JS
node run.mjs
if dpkg-query -W ruby-icalendar > /dev/null 2>&1; then
  seen=$(ruby -rstringio -ricalendar -e 'p Icalendar::Calendar.parse(File.read("photons.ics")).first.events[0].summary.to_s')
  echo "Ruby: $seen"
  [[ $seen == '"Photons: E = h\\\nu"' ]]
fi
if dpkg-query -W libdata-ical-perl > /dev/null 2>&1; then
  seen=$(perl -MData::ICal -e 'print Data::ICal->new(filename => "photons.ics")->entries->[0]->property("summary")->[0]->value')
  echo "Perl: $seen"
  [[ $seen == $'Photons: E = h\nu' ]]
fi
