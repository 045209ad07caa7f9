#!/usr/bin/env bash
# Software: espeak-ng 1.51 (Debian 12, package espeak-ng), the voice of Orca and NVDA; -v en-gb.
# Guess: as it reads m² as 'm two' and E₀ as 'e zero', it reads 10⁻³⁴ as 'ten minus thirty four', or
#   says that something is raised.
# Instead: it is 'ten three': the raised minus is silent and so is every raised digit after the
#   first. s⁻¹ is 's', as raised 1 is silent, too. Of 's^-1' the sign and the minus are left out: 's
#   one'.
# Product: powers are elements with plain digits and a real minus, which it says, on pages (UnitText
#   in web/parts/questions/number-field.tsx) and in emails (Line in server/email/blocks.tsx).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' espeak-ng 2> /dev/null) || { echo 'apt-get install espeak-ng'; exit 2; }
[[ $version == 1.51* ]] || echo "Seen with 1.51; this is $version."
say() { espeak-ng -v en-gb -q -x -- "$1" 2> /dev/null | tr -d '\n'; }
for text in '10⁻³⁴' '10 3' 's⁻¹' 's' 's^-1' 's 1' '10−34' '10 minus 34'; do
  echo "$text:$(say "$text")"
done
[[ $(say '10⁻³⁴') == "$(say '10 3')" && $(say 's⁻¹') == "$(say s)" && $(say 's^-1') == "$(say 's 1')" ]]
[[ $(say '10−34') == "$(say '10 minus 34')" ]]
