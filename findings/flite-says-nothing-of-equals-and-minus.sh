#!/usr/bin/env bash
# Software: flite 2.2 (Debian 12, package flite), a voice of Speech Dispatcher; its own voice kal.
# Guess: as it says 'minus five' for -5 and 'equals' in F = ma, it says both wherever they stand.
# Instead: before a number alone or before certain words. 'p = mv' is 'p m v', 'v = u + at' is 'v u
#   plus at', and '5 - 3' is 'five three'; and 'from 17:00 to 18:00' is 'from seventeen to
#   eighteen'.
# Product: formulas are MathML, of which a reader says each sign in words
#   (server/topics/spoken.test.ts); a time stands beside its day and 'UK time' (formatUkTime in
#   domain/time.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' flite 2> /dev/null) || { echo 'apt-get install flite'; exit 2; }
[[ $version == 2.2-* ]] || echo "Seen with 2.2; this is $version."
sounds() { flite -voice kal -t "$1" -o none -ps 2> /dev/null | xargs; }
for text in 'F = ma' 'F equals ma' 'p = mv' 'p m v' 'v = u + at' '5 - 3' '5 3' '-5' '17:00' '17'; do
  echo "$text: $(sounds "$text")"
done
is_same() { [[ $(sounds "$1") == "$(sounds "$2")" ]]; }
is_same 'F = ma' 'F equals ma' && is_same 'p = mv' 'p m v' && is_same 'v = u + at' 'v u plus at' &&
  is_same '5 - 3' '5 3' && is_same '-5' 'minus 5' && is_same '17:00' '17'
