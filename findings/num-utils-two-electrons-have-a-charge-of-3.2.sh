#!/usr/bin/env bash
# Software: num-utils 0.5 (Debian 12, package num-utils), numsum and numaverage.
# Guess: it adds 1.6e-19 and 1.6e-19, as awk does, or says which line is no number.
# Instead: 3.2: of each line it takes the digits up to the first other sign, without a word. 3e8 is
#   3, 1,200 and 300 are 301, and +5 and 5 are 5, because a plus is no number.
# Product: a number is read to its last sign or not at all, and 1,200 and +5 are numbers (readNumber
#   in domain/marking/number-reading.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' num-utils 2> /dev/null) || { echo 'apt-get install num-utils'; exit 2; }
[[ $version == 0.5* ]] || echo "Seen with 0.5; this is $version."
sum() { printf '%s\n' "$@" | numsum; }
seen="$(sum 1.6e-19 1.6e-19) $(sum 3e8) $(sum 1,200 300) $(sum +5 5) $(sum -5 3)"
echo "$seen"
[[ $seen == '3.2 3 301 5 -2' ]]
