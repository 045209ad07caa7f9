#!/usr/bin/env bash
# Software: PSPP 1.6.2 (Debian 12, package pspp), which statisticians use for SPSS.
# Guess: a date that is typed and shown as 12-OCT-2026 is exported to CSV as it is shown, or as
#   2026-10-12.
# Instead: as 10/12/2026, with the month first, whatever the format of its column: in the United
#   Kingdom the 10th of December. 13 October becomes 10/13/2026, which is no date there, so that one
#   column has days of two kinds. It takes /TEXTOPTIONS FORMAT=VARIABLE to keep the format.
# Product: writes the dates of its own tables as 2026-10-12 (server/payments/books/books.ts), and
#   imports no dates: one in a cell is a problem of its row (explainSpoiled in
#   domain/imports/cells.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' pspp 2> /dev/null) || {
  echo 'apt-get install --no-install-recommends pspp'
  exit 2
}
[[ $version == 1.6.2* ]] || echo "Seen with 1.6.2; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > export.sps <<'SPS'
DATA LIST FREE /name (A10) lesson (DATE11).
BEGIN DATA
Maya 12-OCT-2026
Omar 13-OCT-2026
END DATA.
LIST.
SAVE TRANSLATE /OUTFILE='lessons.csv' /TYPE=CSV /FIELDNAMES.
SPS
shown=$(pspp export.sps 2> /dev/null)
exported=$(cat lessons.csv)
printf '%s\n' "$shown" "$exported"
[[ $shown == *12-OCT-2026* && $exported == *Maya,10/12/2026*Omar,10/13/2026* ]]
