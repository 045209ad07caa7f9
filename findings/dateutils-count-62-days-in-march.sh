#!/usr/bin/env bash
# Software: dateutils 0.4.10 (Debian 12, package dateutils), dateutils.ddiff.
# Guess: from 31 January to 1 March is 'one month and one day', or by another school none and 29
#   days.
# Instead: it is '1 months 62 days', though all of it are 29 days; from 15 January to 20 March it
#   counts right.
# Product: counts in days of the calendar only (daysBetween in domain/time.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' dateutils 2> /dev/null) || { echo 'apt-get install dateutils'; exit 2; }
[[ $version == 0.4.10* ]] || echo "Seen with 0.4.10; this is $version."
long=$(dateutils.ddiff -f '%m months %d days' 2026-01-15 2026-03-20)
short=$(dateutils.ddiff -f '%m months %d days' 2026-01-31 2026-03-01)
days=$(dateutils.ddiff 2026-01-31 2026-03-01)
printf '15 January to 20 March: %s\n31 January to 1 March: %s (%s days)\n' "$long" "$short" "$days"
[[ $long == '2 months 5 days' && $short == '1 months 62 days' && $days == 29 ]]
