#!/usr/bin/env bash
# Software: wcalc 2.5 (Debian 12, package wcalc), a calculator for the command line that knows
#   physical constants.
# Guess: 'wcalc h', for the Planck constant of its own list, prints 6.62608e-34; it prints 1e-10 as
#   1e-10.
# Instead: '~= 0', and so for the charge of the electron (ec), its mass (Me) and 6.63e-34. It counts
#   with them rightly: h * c / 589e-9 / 1.6e-19, the electronvolts of sodium's light, is 2.10786.
# Product: shows an answer's number with its power of ten, whatever its size
#   (domain/marking/number-reading.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' wcalc 2> /dev/null) || { echo 'apt-get install wcalc'; exit 2; }
[[ $version == 2.5* ]] || echo "Seen with 2.5; this is $version."
seen=''
for typed in h ec Me 6.63e-34 1e-10 'h*c/589e-9/1.6e-19'; do
  seen+="$typed $(HOME=/nowhere wcalc "$typed" 2> /dev/null);"
done
echo "$seen"
[[ $seen == 'h ~= 0;ec ~= 0;Me ~= 0;6.63e-34 ~= 0;1e-10  = 1e-10;h*c/589e-9/1.6e-19  = 2.10786;' ]]
