#!/usr/bin/env bash
# Software: unitmath 0.8.8 (npm).
# Guess: unit('80 degC').sub('20 degC') is the change of temperature in a heating question, 60 K or
#   60 degrees, or an error, as pint (Python) says that such a subtraction is ambiguous.
# Instead: -213.15 degC. It subtracts the kelvins and gives the 60 K back as a point of the Celsius
#   scale; 80 degC + 20 degC is 373.15 degC. So m c (80 degC - 20 degC) comes out negative or far
#   too large.
# Product: °C alone is a unit of its own that never becomes kelvins; in J/kg °C, where only changes
#   can be meant, the two are one (domain/marking/unit.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts unitmath@0.8.8
cat > run.mjs <<'JS'
import unit from 'unitmath';
const change = unit('80 degC').sub('20 degC').toString();
const sum = unit('80 degC').add('20 degC').toString();
const alone = unit('20 degC').to('K').toString();
console.log({ change, sum, alone });
process.exit(change === '-213.15 degC' && sum === '373.15 degC' && alone === '293.15 K' ? 0 : 1);
JS
node run.mjs
