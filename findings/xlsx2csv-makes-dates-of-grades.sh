#!/usr/bin/env bash
# Software: xlsx2csv 0.7.8 (Debian 12, package xlsx2csv; the file is made by python3-openpyxl).
# Guess: a cell with the number format "Grade "0, which spreadsheets show as 'Grade 7', becomes 7 or
#   'Grade 7'; one with ddd d mmm yyyy becomes 'Mon 12 Oct 2026' or 2026-10-12.
# Instead: the a and the d of the quoted word count as parts of a date and the 7 disappears: "gra06e
#   "0. The weekday is the day's number twice: '1212 12 Oct 2026'. The 0 of a phone number shown by
#   the format 00000000000 is gone.
# Product: takes no spreadsheets, only what the spreadsheet itself saves as CSV (decode in
#   server/imports/read-table.ts), puts the 0 of a phone number back, and names a year that it
#   cannot read (readPhone, readYear in domain/imports/cells.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' xlsx2csv 2> /dev/null) || { echo 'apt-get install xlsx2csv'; exit 2; }
[[ $version == *0.7.8* ]] || echo "Seen with 0.7.8; this is $version."
/usr/bin/python3 -c 'import openpyxl' || { echo 'apt-get install python3-openpyxl'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
/usr/bin/python3 - "$folder/marks.xlsx" <<'PY'
import datetime, sys
import openpyxl
book = openpyxl.Workbook()
sheet = book.active
sheet.append([7, datetime.date(2026, 10, 12), 7700900123])
for cell, number_format in zip(sheet[1], ['"Grade "0', 'ddd d mmm yyyy', '00000000000']):
    cell.number_format = number_format
book.save(sys.argv[1])
PY
row=$(xlsx2csv "$folder/marks.xlsx")
echo "$row"
[[ $row == *'gra'*'e ""0"'* && $row == *'1212 12 Oct 2026'* && $row == *',7700900123' ]]
