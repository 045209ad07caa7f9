#!/usr/bin/env bash
# Software: ical2html 3.0 (Debian 12, package ical2html).
# Guess: of four weekly lessons from 19 October, of which that of 26 October was taken out with an
#   EXDATE, it shows three; it is made with libical, which knows EXDATE.
# Instead: it shows four, however the EXDATE is written: in UTC, in local time or with a time zone.
# Product: a cancelled lesson is in no feed, and the entry that an email made is cancelled by its
#   own UID (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' ical2html 2> /dev/null) || { echo 'apt-get install ical2html'; exit 2; }
[[ $version == 3.0* ]] || echo "Seen with 3.0; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
lessons() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//EN BEGIN:VEVENT UID:one@example.com \
    DTSTAMP:20260901T090000Z "DTSTART:20261019T170000$1" DURATION:PT1H 'RRULE:FREQ=WEEKLY;COUNT=4' \
    "EXDATE:20261026T170000$1" SUMMARY:Lesson END:VEVENT END:VCALENDAR > "$folder/course.ics"
  ical2html 20261001 P8W "$folder/course.ics" | grep -c 'class="dtstart"' || true
}
seen="$(lessons Z) $(lessons '')"
echo "$seen"
[[ $seen == '4 4' ]]
