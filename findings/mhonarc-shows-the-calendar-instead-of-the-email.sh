#!/usr/bin/env bash
# Software: MHonArc 2.6.19 (Debian 12, package mhonarc), which makes web pages of an archive of
#   emails; nmh 1.8 (package nmh), a mail program, if it is installed.
# Guess: of an email as text, as HTML and as a calendar, in this order in multipart/alternative, it
#   shows the text or the HTML: calendars send their invitations so, and RFC 2046 wants the last
#   part that a program can show.
# Instead: MHonArc shows the lines of the calendar, BEGIN:VCALENDAR and so on, and no word of the
#   email. nmh tries the calendar alone, finds no program for it and shows nothing.
# Product: its emails are built so, as calendars need it (server/email/transport.ts); what they say
#   stands on the family's pages, too.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' mhonarc 2> /dev/null) || { echo 'apt-get install mhonarc'; exit 2; }
[[ $version == 2.6.19* ]] || echo "Seen with 2.6.19; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/box" <<'MAIL'
From lessons@example.com Mon Oct 12 10:00:00 2026
From: Sample Physics <lessons@example.com>
To: sarah@example.com
Subject: Booked
Message-ID: <mail-1@example.com>
Date: Mon, 12 Oct 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_a"

--=_a
Content-Type: text/plain; charset=utf-8

Maya has a place.
--=_a
Content-Type: text/html; charset=utf-8

<p>Maya has a place.</p>
--=_a
Content-Type: text/calendar; charset=utf-8; method=PUBLISH

BEGIN:VCALENDAR
VERSION:2.0
END:VCALENDAR
--=_a--
MAIL
mkdir "$folder/pages"
mhonarc -quiet -outdir "$folder/pages" "$folder/box"
shown=$(sed 's/<[^>]*>//g' "$folder/pages/msg00000.html")
grep . <<< "$shown"
if dpkg-query -W nmh > /dev/null 2>&1; then
  mkdir -p "$folder/Mail/inbox"
  sed 1d "$folder/box" > "$folder/Mail/inbox/1"
  echo 'Path: Mail' > "$folder/.mh_profile"
  echo "nmh: $(HOME=$folder MH= /usr/bin/mh/mhshow 1 2>&1 < /dev/null | tail -n 5)"
fi
[[ $shown == *BEGIN:VCALENDAR* && $shown != *'Maya has a place'* ]]
