#!/usr/bin/env bash
# Software: Miller 6.6.0 (Debian 12, package miller).
# Guess: the mean of the marks 08, 09, 07 and 10, as a phone's form pads them, is 8.5; or Miller
#   says that it cannot add some of them.
# Instead: without a word the sum and the mean are 10 and the count is 4, because 08 is a text for
#   it and a text adds nothing. Only with -O (octal) is the mean 8.5.
# Product: marks are numbers in the database and computed there; a file's credits are read from
#   their digits (readCredits in domain/imports/cells.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' miller 2> /dev/null) || { echo 'apt-get install miller'; exit 2; }
[[ $version == 6.6.0* ]] || echo "Seen with 6.6.0; this is $version."
marks=$(printf 'Mark\n08\n09\n07\n10\n')
default=$(mlr --icsv --ojsonl stats1 -a count,sum,mean -f Mark <<< "$marks")
octal=$(mlr --icsv --ojsonl -O stats1 -a mean -f Mark <<< "$marks")
echo "by itself: $default"
echo "with -O:   $octal"
[[ $default == '{"Mark_count": 4, "Mark_sum": 10, "Mark_mean": 10}' && $octal == *8.5* ]]
