#!/usr/bin/env bash
# Software: inflect 2.1.0 for Python (Debian 12, package python3-inflect), number_to_words.
# Guess: 3e8 is 'three hundred million', or an error; the number 1e-7 is 'zero point zero ... one'.
# Instead: every letter and sign is left out and the digits are read: 3e8 is 'thirty-eight', 1e-7,
#   also as a number of Python's, is 'one hundred and seven', and 6.63e-34 'six point six three
#   three four'.
# Product: numbers stand in digits, and are spoken by the reader's own software; a power of ten is
#   an element (UnitText and its neighbours in web/parts/questions/number-field.tsx).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-inflect 2> /dev/null) || { echo 'apt-get install python3-inflect'; exit 2; }
[[ $version == 2.1.0* ]] || echo "Seen with 2.1.0; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
import inflect
words = inflect.engine().number_to_words
for number in ('3e8', 1e-7, '6.63e-34', '1.60', '-0.5'):
    print(number, '=', words(number))
PY
)
echo "$seen"
[[ $seen == '3e8 = thirty-eight
1e-07 = one hundred and seven
6.63e-34 = six point six three three four
1.60 = one point six zero
-0.5 = minus zero point five' ]]
