#!/usr/bin/env bash
# Software: csvkit 1.0.7 (Debian 12, package csvkit).
# Guess: csvsort changes the order of the rows and nothing else.
# Instead: it rewrites the cells by what it takes them for. A lesson at 16:30 becomes 0:16:30, a
#   duration of 16 minutes and 30 seconds. Where all surnames are March and May, they become days of
#   the year 1, and the groups '10-11' a day of 2001.
# Product: writes a lesson's date beside its time, and refuses a cell that a program has made a date
#   of instead of storing it (explainSpoiled in domain/imports/cells.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' csvkit 2> /dev/null) || { echo 'apt-get install csvkit'; exit 2; }
[[ $version == 1.0.7* ]] || echo "Seen with 1.0.7; this is $version."
sorted=$(printf 'Name,Surname,Group,Time\nMaya,March,10-11,16:30\nBen,May,12-13,17:30\n' | csvsort -c Name)
echo "$sorted"
[[ $sorted == *'Maya,0001-03-01,2001-10-11,0:16:30'* ]]
