#!/usr/bin/env bash
# Software: PARI/GP 2.15.2 (Debian 12, package pari-gp), strtex.
# Guess: lambda*f becomes \lambda f or f \cdot \lambda, as Maxima writes \lambda; and 1.6e-19 stands
#   as 1.6 \times 10^{-19}.
# Instead: it is f\*lambda: six letters in italics, with \* between the two, a sign that TeX shows
#   only where a line ends, and that renderers for browsers do not know. The number is 1.6 E-19,
#   which TeX draws as 1.6 E, minus 19.
# Product: draws \* as a dot (server/topics/tex-macros.ts); the preview beside the field shows the
#   letters and the E.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' pari-gp 2> /dev/null) || { echo 'apt-get install pari-gp'; exit 2; }
[[ $version == 2.15.2* ]] || echo "Seen with 2.15.2; this is $version."
seen=$(gp -q --default realprecision=9 << 'GP'
print(strtex(lambda*f))
print(strtex(m*v^2/2))
print(strtex(1.6e-19))
GP
)
echo "$seen"
[[ $seen == 'f\*lambda
\frac{1}{2}\*v^2\*m
1.60000000 E-19' ]]
