#!/usr/bin/env bash
# Software: liblouisutdml 2.11.0 (Debian 12, package liblouisutdml-bin), file2brl, which turns web
#   pages with MathML into braille; Nemeth code for mathematics.
# Guess: of N = N₀ e^(-λt) and v₀ t it writes every letter, since it writes A e^(-λt) and E = m c²
#   whole.
# Instead: the letter after a symbol with a small number below is gone: N = N₀^(-λt), and v₀ t is
#   v₀. The two numbers of a nuclide, 235 above 92, are written on the line as one number after the
#   symbol, 92235.
# Product: its MathML has each letter and each number as an element (server/topics/render.ts,
#   server/topics/nuclides.ts); server/topics/spoken.test.ts keeps what another reader makes of it.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' liblouisutdml-bin 2> /dev/null) || { echo 'apt-get install liblouisutdml-bin'; exit 2; }
[[ $version == 2.11.0* ]] || echo "Seen with 2.11.0; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
exponent='<mrow><mo>−</mo><mi>λ</mi><mi>t</mi></mrow>'
N0='<msub><mi>N</mi><mn>0</mn></msub>'
{
  echo '<?xml version="1.0" encoding="UTF-8"?>'
  echo '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Decay</title></head><body>'
  for formula in \
    "<mrow><mi>N</mi><mo>=</mo>$N0<msup><mi>e</mi>$exponent</msup></mrow>" \
    "<mrow><mi>N</mi><mo>=</mo><mi>A</mi><msup><mi>e</mi>$exponent</msup></mrow>" \
    '<mrow><msub><mi>v</mi><mn>0</mn></msub><mi>t</mi></mrow>' \
    '<mmultiscripts><mi>U</mi><mprescripts/><mn>92</mn><mn>235</mn></mmultiscripts>'; do
    echo "<p><math xmlns=\"http://www.w3.org/1998/Math/MathML\">$formula</math></p>"
  done
  echo '</body></html>'
} > "$folder/decay.xhtml"
seen=$(file2brl -f nemeth.cfg -w "$folder" "$folder/decay.xhtml" 2> /dev/null | tr -d ' \r')
echo "$seen"
[[ $seen == *',n.k,n0~-.lt
,n.k,ae~-.lt
v0
,u92235'* ]]
