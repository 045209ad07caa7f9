#!/usr/bin/env bash
# Software: Horde_Icalendar 2.1.8 for PHP (Debian 12, packages php-horde-icalendar and php-cli), the
#   calendars of the Horde webmail.
# Guess: a lesson that was taken out of its series, EXDATE;TZID=Europe/London:20261026T170000, is
#   the same line after a calendar was read and written again.
# Instead: it becomes three moments on the first of January 1970, at 00:33:46, 00:00:10 and
#   00:00:26: the year 2026, the month 10 and the day 26 as seconds. The lesson is back in the
#   series.
# Product: a cancelled lesson leaves the feed, and there are no series to take it out of
#   (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' php-horde-icalendar 2> /dev/null) || { echo 'apt-get install php-horde-icalendar php-cli'; exit 2; }
[[ $version == 2.1.8* ]] || echo "Seen with 2.1.8; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/save.php" <<'PHP'
<?php
spl_autoload_register(function ($class) {
    $file = '/usr/share/php/' . str_replace(['_', '\\'], '/', $class) . '.php';
    if (is_file($file)) require $file;
});
$calendar = new Horde_Icalendar();
$calendar->parsevCalendar(implode("\r\n", ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT',
    'UID:one@example.com', 'DTSTAMP:20260901T090000Z', 'DTSTART;TZID=Europe/London:20261019T170000', 'DURATION:PT1H',
    'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/London:20261026T170000', 'END:VEVENT', 'END:VCALENDAR', '']));
$unfolded = str_replace("\r\n ", '', $calendar->exportvCalendar());
echo implode("\n", preg_grep('/^(DTSTART|EXDATE)/', explode("\r\n", $unfolded))), "\n";
PHP
seen=$(php -d error_reporting=1 "$folder/save.php")
echo "$seen"
[[ $seen == 'DTSTART;TZID=Europe/London:20261019T170000
EXDATE;TZID=Europe/London:19700101T003346Z,19700101T000010Z,19700101T000026Z' ]]
