#!/usr/bin/env bash
# Software: unyt 2.9.3 (Debian 12, package python3-unyt).
# Guess: unyt_quantity.from_string('6.63e-34 J s') is 6.63e-34 joule seconds, or an error that asks
#   for a star.
# Instead: 6.63e-34 J. Everything after the first unit is dropped without a word: 9.81 m s^-2 is
#   9.81 m, and 3 m2, which it does not know, is 3.0 m. With stars, J*s, it is right.
# Product: a unit is read to its last character or not at all (domain/marking/unit.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-unyt 2> /dev/null) || { echo 'apt-get install python3-unyt'; exit 2; }
[[ $version == 2.9.3* ]] || echo "Seen with 2.9.3; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
from unyt import unyt_quantity
for text in ('6.63e-34 J s', '9.81 m s^-2', '3 m2', '6.63e-34 J*s'):
    print(text, '=', unyt_quantity.from_string(text), end='; ')
PY
)
echo "$seen"
[[ $seen == '6.63e-34 J s = 6.63e-34 J; 9.81 m s^-2 = 9.81 m; 3 m2 = 3.0 m; 6.63e-34 J*s = 6.63e-34 J*s; ' ]]
