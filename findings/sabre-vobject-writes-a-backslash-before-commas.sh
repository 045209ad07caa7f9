#!/usr/bin/env bash
# Software: sabre/vobject 2.1.7 for PHP (Debian 12, packages php-sabre-vobject and php-cli).
# Guess: a title with a comma, 'Waves\, light' as RFC 5545 writes it, is shown as 'Waves, light',
#   and a calendar that is read and written again is the same; with line breaks both are so.
# Instead: it is shown as 'Waves\, light' and written as 'Waves\\, light', so that every other
#   program shows the backslash from then on, too. Semicolons are the same.
# Product: every event is written anew from the lesson, by ical-generator, and a later one replaces
#   the earlier (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' php-sabre-vobject 2> /dev/null) || { echo 'apt-get install php-sabre-vobject php-cli'; exit 2; }
[[ $version == 2.1.7* ]] || echo "Seen with 2.1.7; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/save.php" <<'PHP'
<?php
require 'Sabre/VObject/includes.php';
$text = implode("\r\n", ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Example//EN', 'BEGIN:VEVENT',
    'UID:one@example.com', 'DTSTAMP:20260901T090000Z', 'DTSTART:20261012T160000Z',
    'SUMMARY:Waves\\, light', 'DESCRIPTION:Two\\nlines', 'END:VEVENT', 'END:VCALENDAR', '']);
$calendar = Sabre\VObject\Reader::read($text);
echo $calendar->VEVENT->SUMMARY, ' / ', str_replace("\n", '(break)', $calendar->VEVENT->DESCRIPTION), "\n";
echo implode("\n", preg_grep('/^(SUMMARY|DESCRIPTION)/', explode("\r\n", $calendar->serialize()))), "\n";
PHP
seen=$(php "$folder/save.php")
echo "$seen"
[[ $seen == 'Waves\, light / Two(break)lines
SUMMARY:Waves\\, light
DESCRIPTION:Two\nlines' ]]
