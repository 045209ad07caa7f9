#!/usr/bin/env bash
# Software: Maxima 5.46.0 (Debian 12, package maxima), tex().
# Guess: as \sqrt and \frac or \over come out as any reader of TeX knows them, a matrix is
#   \begin{pmatrix}, or \pmatrix of plain TeX; and 6.63b-34, its own long number, is 6.63 \times
#   10^{-34}.
# Instead: a matrix is both, chosen by \ifx while TeX runs, which nothing that draws formulas in a
#   browser can do. The long number is 6.63_B, with an index B, and theta is \vartheta, another
#   letter than the θ of the textbook.
# Product: refuses the matrix when the tutor saves it and names the place (renderText in
#   server/topics/render.ts); the preview beside the field shows the index and the letter.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' maxima 2> /dev/null) || { echo 'apt-get install maxima'; exit 2; }
[[ $version == 5.46.0-* ]] || echo "Seen with 5.46.0; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
out=$(HOME=$folder maxima --very-quiet --batch-string='tex(sqrt(2*h))$ tex(matrix([1,2],[3,4]))$ tex(6.63b-34)$ tex(theta)$' | grep -v '^tex')
echo "$out"
[[ $out == *'$$\sqrt{2}\,\sqrt{h}$$'* && $out == *'$$\ifx\endpmatrix\undefined\pmatrix{\else\begin{pmatrix}\fi'* ]]
[[ $out == *'$$6.63_B \times 10^{-34}$$'* && $out == *'$$\vartheta$$'* ]]
