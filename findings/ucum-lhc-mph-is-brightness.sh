#!/usr/bin/env bash
# Software: @lhncbc/ucum-lhc 7.1.10 (npm), the units of UCUM as laboratories and hospitals exchange
#   them.
# Guess: mph is refused with a hint, as kWh and °C are, for UCUM writes [mi_i]/h; and an
#   electronvolt is 1.602176634e-19 J, exact in the SI since 2019.
# Instead: 'mph' is valid: a milliphot, a thousandth of an old unit of brightness. The electronvolt
#   is 1.60217733e-19 J and the Planck constant 6.6260755e-34 J s, as they were measured in 1986.
# Product: says that mph is no unit here and names m/s and km/h (MEANT in
#   domain/marking/unit-hints.ts); an electronvolt has the three figures of the exam boards' data
#   sheets (domain/marking/unit-symbols.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts @lhncbc/ucum-lhc@7.1.10
cat > run.cjs <<'JS'
const units = require('@lhncbc/ucum-lhc').UcumLhcUtils.getInstance();
const valid = units.validateUnitString('mph', true);
const convert = (from, value, to) => units.convertUnitTo(from, value, to).toVal;
const seen = [valid.status, valid.unit.name, convert('eV', 1, 'J'), convert('[h]', 1, 'J.s')];
console.log(seen.join(', '));
process.exit(seen.join(', ') === 'valid, milliphot, 1.60217733e-19, 6.6260755e-34' ? 0 : 1);
JS
node run.cjs
