#!/usr/bin/env bash
# Software: Gnumeric 1.12.55 (Debian 12, package gnumeric), ssconvert.
# Guess: the attendance report of Teams, UTF-16 with a tab between the columns, opens in columns.
# Instead: it recognises the encoding, and splits at the commas within 'Oct 12, 5:00 PM' and not at
#   the tabs: a person's name and the day she joined are one cell, and the time is the next.
# Product: reads the columns, below the summary that stands first (headerAt in
#   server/imports/read-table.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' gnumeric 2> /dev/null) || { echo 'apt-get install gnumeric'; exit 2; }
[[ $version == 1.12.55* ]] || echo "Seen with 1.12.55; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  printf '1. Summary\r\nMeeting title\tPhysics\r\nAttended participants\t2\r\n'
  printf 'Start time\t10/12/26, 5:00:12 PM\r\n\r\n2. Participants\r\n'
  printf 'Name\tFirst Join\tLast Leave\tIn-Meeting Duration\tEmail\tRole\r\n'
  printf 'Maya Khan\t10/12/26, 5:00:20 PM\t10/12/26, 5:58:01 PM\t57m 41s\tmaya@example.com\tPresenter\r\n'
  printf 'Ben Okafor\t10/12/26, 5:01:20 PM\t10/12/26, 5:58:01 PM\t56m 41s\tben@example.com\tPresenter\r\n'
} | iconv -f UTF-8 -t UTF-16 > "$folder/report.csv"
LC_ALL=C.UTF-8 ssconvert "$folder/report.csv" "$folder/columns.csv" 2> /dev/null
cat "$folder/columns.csv"
grep -q $'^"Maya Khan\t10/12/26"," 5:00:20 PM' "$folder/columns.csv"
