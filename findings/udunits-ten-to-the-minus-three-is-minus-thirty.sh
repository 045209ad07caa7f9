#!/usr/bin/env bash
# Software: UDUNITS 2.2.28 (Debian 12, package udunits-bin).
# Guess: since m2 is a square metre and s-1 one per second, 10-3 m is a millimetre; or 10 minus 3
#   metres, 7 m.
# Instead: -30 m, without a word: two factors, 10 and -3. 10^-3 m is an error ('Don't recognize'),
#   though 10^3 m is a kilometre. And 1 rpm is 0.105 Hz, because a turn is 2 pi and hertz counts
#   radians.
# Product: a power of ten needs its caret, its cross or its small digits, and 10-3 gets a hint that
#   says so (domain/marking/number-reading.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' udunits-bin 2> /dev/null) || { echo 'apt-get install udunits-bin'; exit 2; }
[[ $version == 2.2.28* ]] || echo "Seen with 2.2.28; this is $version."
square=$(udunits2 -H 'm2' -W 'm^2' | head -1)
plain=$(udunits2 -H '10-3 m' -W 'm' | head -1)
caret=$(udunits2 -H '10^-3 m' -W 'm' 2>&1 | head -1 || true)
turns=$(udunits2 -H '1 rpm' -W 'Hz' | head -1)
printf '%s\n' "$square" "$plain" "$caret" "$turns"
[[ $square == *'= 1 m^2' && $plain == *'= -30 m' && $caret == *recognize* && $turns == *0.10472* ]]
