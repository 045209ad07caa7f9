#!/usr/bin/env bash
# Software: xls2csv of catdoc 0.95 (Debian 12, package catdoc; the file is made by python3-xlwt and
#   read beside it by libspreadsheet-parseexcel-perl).
# Guess: the year class '10/11', which a spreadsheet has taken for 10 November 2026, comes out as it
#   is shown, 10-Nov, or with -f in the form that is asked for; with the format dd/mm/yyyy, too.
# Instead: it is 11-Nov, of 2030: four years and a day later, because a record that every such file
#   has, to say that its days count from 1900, is taken for the sign that they count from 1904. With
#   dd/mm/yyyy, as with every format that is not one of Excel's own, it is the number 46336.
# Product: says of the year 11-Nov, 11-11-30 or 46336 that the spreadsheet has made a date of it,
#   and asks for the year (explainSpoiled and readYear in domain/imports/cells.ts).
set -euo pipefail
dpkg -s catdoc python3-xlwt libspreadsheet-parseexcel-perl > /dev/null 2>&1 || {
  echo 'apt-get install catdoc python3-xlwt libspreadsheet-parseexcel-perl'
  exit 2
}
version=$(dpkg-query -W -f '${Version}' catdoc)
[[ $version == *0.95-* ]] || echo "Seen with 0.95; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
/usr/bin/python3 - << 'PYTHON'
import datetime
import xlwt
book = xlwt.Workbook()
sheet = book.add_sheet('Families')
for column, shape in enumerate(['D-MMM', 'D-MMM-YY', 'dd/mm/yyyy']):
    sheet.write(0, column, datetime.date(2026, 11, 10), xlwt.easyxf(num_format_str=shape))
book.save('families.xls')
PYTHON
other=$(/usr/bin/perl -MSpreadsheet::ParseExcel -e '
  my $sheet = Spreadsheet::ParseExcel->new->parse("families.xls")->worksheet(0);
  print join ",", map { $sheet->get_cell(0, $_)->value } 0 .. 2')
read=$(LC_ALL=C xls2csv -d utf-8 families.xls | head -1)
asked=$(LC_ALL=C xls2csv -d utf-8 -f '%Y-%m-%d' families.xls | head -1)
printf 'ParseExcel: %s\nxls2csv: %s\nxls2csv -f: %s\n' "$other" "$read" "$asked"
[[ $other == 10-Nov,10-Nov-26,10/11/2026 && $read == '"11-Nov","11-Nov-30","46336"' ]]
[[ $asked == '"2030-11-11","2030-11-11","46336"' ]]
