#!/usr/bin/env bash
# Software: js-quantities 1.8.0 (npm).
# Guess: a library of physical quantities reads 300 K, and 4200 J/kg*K with it.
# Instead: 'Unit not recognized'. Its kelvin is tempK for a point of the scale and degK for a
#   change, never the symbol of the SI; °C is unknown too. And a light-year is 9.460528e15 m, 200
#   million km short of the IAU's 9.4607304725808e15 m, because it takes a tropical year.
# Product: K is the kelvin and °C is known; J/kg°C counts as J/kg K (domain/marking/unit.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts js-quantities@1.8.0
cat > run.cjs <<'JS'
const Qty = require('js-quantities');
const read = (text) => {
  try {
    return Qty(text).toBase().toString();
  } catch (error) {
    return error.message;
  }
};
const seen = ['300 K', '4200 J/kg*K', '300 tempK', '1 J/kg*degK', '20 °C', '1 ly'].map(read);
console.log(seen);
const [kelvin, heat, point, change, celsius, lightYear] = seen;
const refused = [kelvin, heat, celsius].every((text) => text === 'Unit not recognized');
process.exit(refused && point === '300 tempK' && change.includes('degK') && lightYear === '9460528000000000 m' ? 0 : 1);
JS
node run.cjs
