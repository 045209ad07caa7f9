#!/usr/bin/env bash
# Software: calcurse 4.7.1 (Debian 12, package calcurse).
# Guess: it imports a weekly series of which one lesson was moved, or says which part it skips, as
#   it does for what it cannot read ('0 skipped').
# Instead: with '0 skipped', the moved lesson stands at its new time and at its old one, because a
#   RECURRENCE-ID is passed over without a word.
# Product: a moved lesson keeps its UID and is no part of a series
#   (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' calcurse 2> /dev/null) || { echo 'apt-get install calcurse'; exit 2; }
[[ $version == 4.7.1* ]] || echo "Seen with 4.7.1; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed 's/$/\r/' > "$folder/series.ics" <<'ICS'
BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:weekly@example.com
DTSTAMP:20260901T090000Z
DTSTART:20261012T160000Z
DTEND:20261012T170000Z
RRULE:FREQ=WEEKLY;COUNT=3
SUMMARY:Physics
END:VEVENT
BEGIN:VEVENT
UID:weekly@example.com
DTSTAMP:20260901T090000Z
RECURRENCE-ID:20261019T160000Z
DTSTART:20261020T160000Z
DTEND:20261020T170000Z
SUMMARY:Physics
END:VEVENT
END:VCALENDAR
ICS
report=$(TZ=UTC calcurse -D "$folder" -i "$folder/series.ics")
days=$(LC_ALL=C TZ=UTC calcurse -D "$folder" -Q --from 10/12/2026 --days 21 --input-datefmt 1 | grep -oE '^[0-9/]+' | tr '\n' ' ')
printf '%s\n%s\n' "$report" "$days"
[[ $report == *' 0 skipped'* && $days == *10/19/26*10/20/26* ]]
