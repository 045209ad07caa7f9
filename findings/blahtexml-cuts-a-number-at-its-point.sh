#!/usr/bin/env bash
# Software: blahtexml 0.9 (Debian 12, package blahtexml), which turns TeX into MathML;
#   speech-rule-engine 4.1.5 (npm) to hear it.
# Guess: 9.81 is one number, <mn>9.81</mn>, as in MathML's own examples and with other converters.
# Instead: three elements, 9, an operator and 81. It looks right, and the reader says '9 period 81',
#   of 1{,}000 '1 comma 000'.
# Product: a number is one element, also with a thin space in it (joinDigits in
#   server/topics/spoken-numbers.ts).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' blahtexml 2> /dev/null) || { echo 'apt-get install blahtexml'; exit 2; }
[[ $version == 0.9-* ]] || echo "Seen with 0.9; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const { readFileSync } = require('node:fs');
const engine = require('speech-rule-engine');
(async () => {
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const [, markup] = /<markup>([^]*)<\/markup>/.exec(readFileSync(0, 'utf8'));
  console.log(engine.toSpeech(`<math xmlns="http://www.w3.org/1998/Math/MathML">${markup}</math>`));
})();
JS
seen=$(for tex in '9.81' '1{,}000'; do printf '%s' "$tex" | blahtexml --mathml | node say.cjs; done)
echo "$seen"
[[ $seen == '9 period 81
1 comma 000' ]]
