#!/usr/bin/env bash
# Software: pylatexenc 2.10 (Debian 12, package python3-pylatexenc), LatexNodes2Text.
# Guess: since \sqrt{2gh} becomes √(2gh), with brackets that TeX had no need of, a fraction gets
#   them too, and what has no plain form is left as TeX.
# Instead: (v-u)/t as \frac becomes v-u/t, another formula; the cube root of 27 becomes √(27); and
#   of \SI{9.81}{\metre\per\second\squared} only 9.81 is left. Nothing is said, and t with half as
#   its index is t_1/2.
# Product: the plain text of a formula keeps brackets, indices and units (server/topics/plain.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-pylatexenc 2> /dev/null) || { echo 'apt-get install python3-pylatexenc'; exit 2; }
[[ $version == 2.10* ]] || echo "Seen with 2.10; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
from pylatexenc.latex2text import LatexNodes2Text
read = LatexNodes2Text().latex_to_text
for text in (r'$\sqrt{2gh}$', r'$\frac{v-u}{t}$', r'$\sqrt[3]{27}$', r'$\SI{9.81}{\metre\per\second\squared}$', r'$t_{1/2}$'):
    print(read(text), end='; ')
PY
)
echo "$seen"
[[ $seen == '√(2gh); v-u/t; √(27); 9.81; t_1/2; ' ]]
