#!/usr/bin/env bash
# Software: abook 0.6.1 (Debian 12, package abook), which converts address books, here a vCard;
#   array-to-csv 1.0.1 (npm).
# Guess: in CSV, Tom "TJ" Lee becomes "Tom ""TJ"" Lee", and the phone number is the one that the
#   person has.
# Instead: abook and array-to-csv put the cell in quotation marks and leave those within it as they
#   are, so that other programs find its end in its middle. abook's column for the phone has the
#   number at home alone; who has a mobile has no number.
# Product: reads such marks when those of the file do not match otherwise (doubleStrayQuotes in
#   server/imports/stray-quotes.ts), and says of each row without a phone number that it has none
#   (createRowReader in domain/imports/rows.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' abook 2> /dev/null) || { echo 'apt-get install abook'; exit 2; }
[[ $version == 0.6.1* ]] || echo "Seen with 0.6.1; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact array-to-csv@1.0.1
cat > people.vcf <<'VCF'
BEGIN:VCARD
VERSION:3.0
FN:Sarah Khan
N:Khan;Sarah;;;
EMAIL:sarah@example.com
TEL;TYPE=HOME:020 7946 0000
END:VCARD
BEGIN:VCARD
VERSION:3.0
FN:Tom "TJ" Lee
N:Lee;Tom;;;
EMAIL:tom@example.com
TEL;TYPE=CELL:07700 900123
END:VCARD
VCF
people=$(HOME=$folder abook --convert --informat vcard --infile people.vcf --outformat csv)
array=$(node -p "require('array-to-csv')([['Tom \"TJ\" Lee, Esq', 'tom@example.com']])")
printf '%s\n' "$people" "$array"
[[ $people == *'"Sarah Khan","sarah@example.com","020 7946 0000"'* ]]
[[ $people == *'"Tom "TJ" Lee","tom@example.com","",'* && $people != *900123* ]]
[[ $array == '"Tom "TJ" Lee, Esq",tom@example.com' ]]
