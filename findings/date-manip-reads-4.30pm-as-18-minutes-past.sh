#!/usr/bin/env bash
# Software: Date::Manip 6.91 (Debian 12, package libdate-manip-perl).
# Guess: '4.30pm', as the British write it, is half past four, like '4:30pm', or is refused.
# Instead: it is 16:18, because .30 is taken for three tenths of an hour; '11.30' is 11:18.
# Product: reads no times of day in words. A lesson's time comes from a time field, and every text
#   shows it with a colon (ukTime in domain/time.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' libdate-manip-perl 2> /dev/null) || {
  echo 'apt-get install libdate-manip-perl'
  exit 2
}
[[ $version == 6.91* ]] || echo "Seen with 6.91; this is $version."
times=$(perl -MDate::Manip -e 'print join " ", map { substr ParseDate($_), 8 } "4:30pm", "4.30pm", "11.30"')
echo "4:30pm 4.30pm 11.30 => $times"
[[ $times == '16:30:00 16:18:00 11:18:00' ]]
