#!/usr/bin/env bash
# Software: jc 1.22.5 (Debian 12, package jc), jc --csv.
# Guess: a table as RFC 4180 has it, with commas between the cells and the name "Lee, Tom" in
#   quotes, is read by its commas.
# Instead: it guesses the separator. A comma within the last cell of a line that ends in CR LF is
#   enough for the letter G, which stands once in Gross and once in GBP: the columns are
#   'Date,Invoice,' and 'ross,Currency,Family'. With line feeds alone it takes the comma.
# Product: its tables are as RFC 4180 has them, CR LF and all (domain/csv.ts); of one that it reads,
#   it takes the separator by which it recognises the header (findDelimiter in
#   server/imports/read-table.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' jc 2> /dev/null) || { echo 'apt-get install jc'; exit 2; }
[[ $version == 1.22.5* ]] || echo "Seen with 1.22.5; this is $version."
table='Date,Invoice,Gross,Currency,Family
2026-10-12,12,240.00,GBP,Sarah Khan
2026-10-13,12,-48.00,GBP,Sarah Khan
2026-10-14,13,96.00,GBP,"Lee, Tom"'
by_the_rfc=$(sed 's/$/\r/' <<< "$table" | jc --csv)
by_line_feeds=$(jc --csv <<< "$table")
printf '%s\n' "$by_the_rfc" "$by_line_feeds"
[[ $by_the_rfc == '[{"Date,Invoice,":"2026-10-12,12,240.00,","ross,Currency,Family":"BP,Sarah Khan"}'* &&
  $by_line_feeds == '[{"Date":"2026-10-12","Invoice":"12","Gross":"240.00",'* ]]
