#!/usr/bin/env bash
# Software: pint 0.19.2 for Python (Debian 12, package python3-pint), its format Lx for the LaTeX
#   package siunitx.
# Guess: 20 °C is \SI{20}{\degreeCelsius} and an electronvolt \electronvolt, the names of siunitx,
#   and 1.6e-19 stands in its number as siunitx reads it.
# Instead: \degree_Celsius, which TeX draws as a degree with an index C, then 'elsius';
#   \electron_volt and \light_year are no better. The number is '1.6\times 10^{-19}', and before it
#   stand the brackets of options, empty.
# Product: reads the empty brackets and the power of ten (server/topics/tex-macros.ts, numberInTex
#   in server/topics/tex-quantities.ts), and refuses the names with the place and what to write.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-pint 2> /dev/null) || { echo 'apt-get install python3-pint'; exit 2; }
[[ $version == 0.19.2* ]] || echo "Seen with 0.19.2; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
import pint
units = pint.UnitRegistry()
for quantity in [
    units.Quantity(20, 'degC'),
    units.Quantity(1, 'electron_volt'),
    units.Quantity(3, 'light_year'),
    units.Quantity(1.6e-19, 'C'),
]:
    print(f'{quantity:Lx}')
PY
)
echo "$seen"
[[ $seen == '\SI[]{20}{\degree_Celsius}
\SI[]{1}{\electron_volt}
\SI[]{3}{\light_year}
\SI[]{1.6\times 10^{-19}}{\coulomb}' ]]
