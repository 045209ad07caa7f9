#!/usr/bin/env bash
# Software: GNU units 2.22 (Debian 12, package units).
# Guess: 90 km/h in m/s is 25, as qalc says.
# Instead: conformability error: h is the Planck constant, and an hour is hr. kWh works, as a unit
#   of its own, while kW h does not. And 'm s-1', as siunitx and exam boards write it without a
#   caret, is a difference of metres seconds and 1.
# Product: h is an hour, also in km/h and kW h, and s-1 is s^-1 (domain/marking/unit.ts).
set -euo pipefail
command -v units > /dev/null || { echo 'apt-get install units'; exit 2; }
speed=$(units -1 -- '90 km/h' 'm/s' || true)
energy=$(units -1 -- '5 kW h' 'J' || true)
whole=$(units -1 -- '5 kWh' 'J')
power=$(units -1 -- 'm s-1' || true)
printf '%s\n' "90 km/h: $speed" "5 kW h: $energy" "5 kWh: $whole" "m s-1: $power"
[[ $speed == *conformability* && $energy == *conformability* && $whole == *18000000* && $power == *difference* ]]
