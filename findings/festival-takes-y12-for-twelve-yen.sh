#!/usr/bin/env bash
# Software: Festival 2.5.0 (Debian 12, packages festival and festvox-kallpc16k), which reads texts
#   aloud, for Orca among others.
# Guess: Y12, as schools write Year 12, is 'Y twelve', and the invoice 2026-0012 'twenty twenty six'
#   and the digits of 0012.
# Instead: 'twelve yen', because a Y before a number is taken for the currency; and 'twenty twenty
#   six to twelve', as if it were a range. A lesson from 17:00 to 18:00 is 'seventeen to eighteen',
#   and 1.6e-19 'one dot six e nineteen'.
# Product: writes 'Year 12' (yearLabel in domain/year-class.ts) and takes Y12 in a file for it
#   (readYear in domain/imports/cells.ts); hours have 'UK time' behind them (formatUkTime in
#   domain/time.ts); what is read of an answer has its power of ten as an element (UnitText and its
#   neighbours in web/parts/questions/number-field.tsx). An invoice's number keeps its form, which
#   an accountant expects (domain/payments/invoice.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' festival 2> /dev/null) &&
  dpkg-query -W festvox-kallpc16k > /dev/null 2>&1 || {
  echo 'apt-get install --no-install-recommends festival festvox-kallpc16k'
  exit 2
}
[[ $version == *2.5.0* ]] || echo "Seen with 2.5.0; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/say.scm" <<'SCM'
(voice_kal_diphone)
(define (say text)
  (let ((said (eval (list 'Utterance 'Text text))))
    (Initialize said) (Text said) (Token_POS said) (Token said)
    (format t "%s:" text)
    (mapcar (lambda (word) (format t " %s" (item.name word))) (utt.relation.items said 'Word))
    (format t "\n")))
(mapcar say (list "Year 12" "Y12" "Invoice 2026-0012" "17:00 to 18:00" "1.6e-19"))
SCM
said=$(festival -b "$folder/say.scm")
echo "$said"
[[ $said == 'Year 12: Year twelve
Y12: twelve yen
Invoice 2026-0012: Invoice twenty twenty six to twelve
17:00 to 18:00: seventeen to eighteen
1.6e-19: one dot six e nineteen' ]]
