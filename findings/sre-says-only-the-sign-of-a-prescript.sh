#!/usr/bin/env bash
# Software: speech-rule-engine 4.1.5 (npm), English, ClearSpeak and MathSpeak.
# Guess: of a nuclide with -1 beneath and 0 above, written with mmultiscripts, it says 'minus 1'.
# Instead: of a row in mmultiscripts ClearSpeak says only the operator, so every electron of a beta
#   decay is 'left sub minus left super 0 e', and A-4 over Z-2 is 'left sub minus left super minus'.
#   MathSpeak says the -1 but drops the minus of Z-2: 'Subscript upper Z 2'.
# Product: a script of letters, digits and signs is one element there (server/topics/nuclides.ts,
#   leafOf); server/topics/spoken.test.ts keeps what is said.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const engine = require('speech-rule-engine');
const minus = (first, digit) => `<mrow>${first}<mo>−</mo><mn>${digit}</mn></mrow>`;
const nuclide = (symbol, sub, sup) =>
  `<math xmlns="http://www.w3.org/1998/Math/MathML"><mmultiscripts><mi>${symbol}</mi><mprescripts/>${sub}${sup}</mmultiscripts></math>`;
const said = async (domain) => {
  await engine.setupEngine({ locale: 'en', domain, modality: 'speech', markup: 'none' });
  return [
    engine.toSpeech(nuclide('e', minus('', 1), '<mn>0</mn>')),
    engine.toSpeech(nuclide('Y', minus('<mi>Z</mi>', 2), minus('<mi>A</mi>', 4))),
  ];
};
(async () => {
  const clear = await said('clearspeak');
  const math = await said('mathspeak');
  console.log('ClearSpeak:', clear, '\nMathSpeak:', math);
  process.exit(/\d.*left super/.test(clear[0]) || /Z minus 2/.test(math[1]) ? 1 : 0);
})();
JS
node say.cjs
