#!/usr/bin/env bash
# Software: liblouis 3.24.0 (Debian 12, package liblouis-bin), which screen readers write braille
#   with; Unified English Braille, table en-ueb-g1.ctb.
# Guess: since m² and m³ come out with the braille sign for 'raised', 10⁸ m s⁻¹ and v₀ do, too.
# Instead: ² and ³ alone are known. Every other raised or lowered sign is spelled by its number in
#   Unicode, '\x2078' for ⁸ and '\x207b\x00b9' for ⁻¹, letter by letter in braille.
# Product: powers are elements with plain digits, on pages (UnitText in
#   web/parts/questions/number-field.tsx) and in emails (Line in server/email/blocks.tsx); formulas
#   are MathML.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' liblouis-bin 2> /dev/null) || { echo 'apt-get install liblouis-bin'; exit 2; }
[[ $version == 3.24.0* ]] || echo "Seen with 3.24.0; this is $version."
# The table of North American braille writes each pattern of dots as an ASCII letter.
seen=$(printf '%s\n' 'm²' 'm⁸' 's⁻³' 'v₀' '10^8' | LC_ALL=C.UTF-8 lou_translate -f en-us-brf.dis,en-ueb-g1.ctb)
echo "$seen"
[[ $seen == "M;9#B
M'\\XBJGH'
S'\\XBJGB';9#C
V'\\XBJHJ'
#AJ@5#H" ]]
