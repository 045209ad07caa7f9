#!/usr/bin/env bash
# Software: ripmime 1.4.0.10 (Debian 12, package ripmime).
# Guess: a long file name, which mail programs write in parts by RFC 2231, is joined; or the file
#   gets a name of the program's own, as parts without a name do.
# Instead: the first part is the name. 'lesson on Monday 12 October.ics' is stored as 'lesson',
#   without what tells a calendar program that the file is for it.
# Product: the attachment's name is short and plain (lesson.ics in server/email/transport.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' ripmime 2> /dev/null) || { echo 'apt-get install ripmime'; exit 2; }
[[ $version == 1.4.0.10* ]] || echo "Seen with 1.4.0.10; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sed 's/$/\r/' > "$folder/lesson.eml" <<'MAIL'
From: lessons@example.com
To: sarah@example.com
Subject: Lesson
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="=_a"

--=_a
Content-Type: text/plain

See the calendar.
--=_a
Content-Type: text/calendar; charset=utf-8
Content-Disposition: attachment;
 filename*0="lesson on Monday";
 filename*1=" 12 October.ics"

BEGIN:VCALENDAR
END:VCALENDAR
--=_a--
MAIL
mkdir "$folder/parts"
ripmime -i "$folder/lesson.eml" -d "$folder/parts"
ls -1 "$folder/parts"
[[ -z $(find "$folder/parts" -name '*.ics') ]]
