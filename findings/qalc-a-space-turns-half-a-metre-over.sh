#!/usr/bin/env bash
# Software: Qalculate 4.5.1 (Debian 12, package qalc).
# Guess: spaces do not matter, so 1/2m and 1/2 m are the same; and 5 J/kg K has one reading.
# Instead: 1/2 m is 500 mm and 1/2m is 500 km^-1. Specific heat 5 J/kg K is printed as '5 Gy·K',
#   in grays, the unit of absorbed dose, since the K after the space multiplies.
# Product: everything after a / divides (domain/marking/unit.ts), and the editor shows how it reads.
set -euo pipefail
command -v qalc > /dev/null || { echo 'apt-get install qalc'; exit 2; }
export HOME=$(mktemp -d)
trap 'rm -rf "$HOME"' EXIT
spaced=$(qalc -t '1/2 m')
joined=$(qalc -t '1/2m')
heat=$(qalc -t '5 J/kg K')
printf '%s\n' "1/2 m: $spaced" "1/2m: $joined" "5 J/kg K: $heat"
[[ $spaced == *'500 mm'* && $joined == *'−1'* && $heat == *Gy* ]]
