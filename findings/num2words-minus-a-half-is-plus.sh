#!/usr/bin/env bash
# Software: num2words 0.5.10 for Python (Debian 12, package python3-num2words), lang='en_GB'.
# Guess: since -1.5 is 'minus one point five', -0.5 is 'minus zero point five'; and 25 and 25.0 are
#   the same amount of pounds.
# Instead: -0.5 is 'zero point five', without its sign, because the minus is taken from the whole
#   part, and -0 has none. 25.0 is twenty-five pounds, and 25 'zero pounds sterling, twenty-five
#   pence'.
# Product: a number's sign is read apart from its digits (withExponent in
#   domain/marking/number-reading.ts), and an amount is a whole number of pence until it is shown
#   (formatMoney in domain/payments/credits.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-num2words 2> /dev/null) || { echo 'apt-get install python3-num2words'; exit 2; }
[[ $version == 0.5.10* ]] || echo "Seen with 0.5.10; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
from num2words import num2words
for number in (-1.5, -0.5):
    print(num2words(number, lang='en_GB'))
for amount in (25.0, 25):
    print(num2words(amount, lang='en_GB', to='currency', currency='GBP'))
PY
)
echo "$seen"
[[ $seen == 'minus one point five
zero point five
twenty-five pounds sterling, zero pence
zero pounds sterling, twenty-five pence' ]]
