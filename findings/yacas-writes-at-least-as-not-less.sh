#!/usr/bin/env bash
# Software: Yacas 1.3.6 (Debian 12, package yacas), TeXForm.
# Guess: t >= 0, for a time from 0 on, is t \geq 0 or 0 \leq t, as t > 0 is 0 < t; and 1.6e-19 in
#   a formula is 1.6 \times 10^{-19}.
# Instead: it is \neg t < 0, which reads as 'not t, less than 0', because >= is only known as the
#   opposite of <. The number stays 1.6e-19, which TeX draws as 1.6 times e, minus 19.
# Product: formulas are TeX from the start, and the preview beside the field shows each as it will
#   be drawn (server/topics/render.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' yacas 2> /dev/null) || { echo 'apt-get install yacas'; exit 2; }
[[ $version == 1.3.6-* ]] || echo "Seen with 1.3.6; this is $version."
out=$(printf 'TeXForm(t>0);\nTeXForm(t>=0);\nTeXForm(1.6e-19*q);\n' | yacas -pc)
echo "$out"
[[ $out == *'"$0 < t$"'* && $out == *'"$ \neg t < 0$"'* && $out == *'"$1.6e-19 q$"'* ]]
