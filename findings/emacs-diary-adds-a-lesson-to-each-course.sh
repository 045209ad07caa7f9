#!/usr/bin/env bash
# Software: Emacs 28.2 (Debian 12, package emacs-nox), icalendar-import-file, which puts a calendar
#   into the diary.
# Guess: a course of four Mondays, FREQ=WEEKLY;COUNT=4 from 19 October, is in the diary on 19 and 26
#   October, 2 and 9 November.
# Instead: it is there on 16 November, too: the end is counted as four weeks after the first lesson,
#   and that day belongs to it. With UNTIL on 9 November in the place of COUNT it is right.
# Product: its calendars have one event for each lesson, and no RRULE
#   (server/email/calendar-events.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' emacs-nox 2> /dev/null) || { echo 'apt-get install emacs-nox'; exit 2; }
[[ $version == 1:28.2* ]] || echo "Seen with 28.2; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
lessons() {
  printf '%s\r\n' BEGIN:VCALENDAR VERSION:2.0 PRODID:-//Example//EN BEGIN:VEVENT UID:one@example.com \
    DTSTAMP:20260901T090000Z DTSTART:20261019T170000 DTEND:20261019T180000 "RRULE:FREQ=WEEKLY;$1" \
    SUMMARY:Lesson END:VEVENT END:VCALENDAR > course.ics
  rm -f diary
  emacs --batch --eval '
    (progn
      (require (quote icalendar))
      (require (quote diary-lib))
      (icalendar-import-file "course.ics" "diary" t)
      (setq diary-file "diary" calendar-mark-diary-entries-flag nil diary-display-function (quote ignore))
      (dolist (entry (diary-list-entries (list 10 1 2026) 61))
        (princ (format "%s/%s " (cadr (car entry)) (car (car entry))))))' 2> /dev/null
}
seen="COUNT: $(lessons COUNT=4)UNTIL: $(lessons UNTIL=20261109T170000)"
echo "$seen"
[[ $seen == 'COUNT: 19/10 26/10 2/11 9/11 16/11 UNTIL: 19/10 26/10 2/11 9/11 ' ]]
