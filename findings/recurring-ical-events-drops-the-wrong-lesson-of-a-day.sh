#!/usr/bin/env bash
# Software: recurring_ical_events 2.0.1 (Debian 12, package python3-recurring-ical-events).
# Guess: of a course with lessons at 09:00, 15:00 and 21:00, the first moved to 10:00, it lists
#   10:00, 15:00 and 21:00.
# Instead: it lists 09:00, 10:00 and 15:00. The moved one stands beside its old time, and another
#   lesson of the day, which nobody touched, is gone: it compares days, not times.
# Product: its calendars have one event with a UID of its own for each lesson, and no series, so
#   nothing has to be matched (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-recurring-ical-events 2> /dev/null) || {
  echo 'apt-get install python3-recurring-ical-events'
  exit 2
}
[[ $version == 2.0.1* ]] || echo "Seen with 2.0.1; this is $version."
times=$(/usr/bin/python3 - <<'PY'
import datetime
import icalendar
import recurring_ical_events
calendar = icalendar.Calendar.from_ical('''BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
BEGIN:VEVENT
UID:course@example.com
DTSTAMP:20260901T090000Z
DTSTART:20261019T090000Z
DURATION:PT1H
RRULE:FREQ=HOURLY;INTERVAL=6;COUNT=3
SUMMARY:Course
END:VEVENT
BEGIN:VEVENT
UID:course@example.com
DTSTAMP:20260901T090000Z
RECURRENCE-ID:20261019T090000Z
DTSTART:20261019T100000Z
DURATION:PT1H
SUMMARY:Course
END:VEVENT
END:VCALENDAR
''')
october = recurring_ical_events.of(calendar).between(datetime.datetime(2026, 10, 1), datetime.datetime(2026, 11, 1))
print(*sorted(event['DTSTART'].dt.strftime('%H:%M') for event in october))
PY
)
echo "$times"
[[ $times == '09:00 10:00 15:00' ]]
