#!/usr/bin/env bash
# Software: HeVeA 2.36 (Debian 12, package hevea), which turns LaTeX into HTML, or with -text into
#   text.
# Guess: \hbar becomes ħ in both, or the text has a warning, as it has one for \circ and \ddot.
# Instead: in the text it is h, without a warning, as if it were Planck's own constant, 6.28 times
#   as large; 'is proportional to' is spelled 'oc'. In the HTML both are right.
# Product: a formula is written as text with the characters of Unicode, ℏ among them
#   (server/topics/plain.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' hevea 2> /dev/null) || { echo 'apt-get install hevea'; exit 2; }
[[ $version == 2.36* ]] || echo "Seen with 2.36; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' '\documentclass{article}\begin{document}' '$E=\hbar\omega$, $F\propto x$' '\end{document}' > a.tex
text=$(hevea -text -o - a.tex 2> warnings | head -3 | tr -s ' \n' ' ')
page=$(hevea -o - a.tex 2> /dev/null)
echo "text: $text"
cat warnings
[[ $text == *'E=homega, Foc x'* && $page == *210F* ]] && ! grep -qi 'hbar\|propto' warnings
