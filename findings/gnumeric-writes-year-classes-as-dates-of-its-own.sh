#!/usr/bin/env bash
# Software: Gnumeric 1.12.55 (Debian 12, package gnumeric), ssconvert.
# Guess: the year class '10/11' of a CSV file comes out of Gnumeric as it was, as it does of
#   LibreOffice 7.4, or as a date in a usual form, 10/11/2026 or 2026-10-11.
# Instead: it becomes a day of the current year in a form of its own, with the year first and
#   slashes.
# Product: says of such a cell that the spreadsheet has made a date of it, in this form, too
#   (explainSpoiled in domain/imports/cells.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' gnumeric 2> /dev/null) || { echo 'apt-get install gnumeric'; exit 2; }
[[ $version == 1.12.55* ]] || echo "Seen with 1.12.55; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
printf 'Student,Year\nMaya,10/11\nBen,10-11\n' > "$folder/families.csv"
LC_ALL=C.UTF-8 ssconvert "$folder/families.csv" "$folder/saved.csv" 2> /dev/null
cat "$folder/saved.csv"
year=$(date +%Y)
grep -q "Maya,$year/10/11" "$folder/saved.csv"
