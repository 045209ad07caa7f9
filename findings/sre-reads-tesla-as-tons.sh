#!/usr/bin/env bash
# Software: speech-rule-engine 4.1.5 (npm), English, ClearSpeak.
# Guess: the class MathML-Unit of W3C's note on units makes it say the SI unit of a symbol.
# Instead: 4 T is '4 tons', 5 C is '5 Celsius', 5 F '5 Fahrenheit' and 5 dB '5 decibytes', while Pa,
#   Hz, Wb, eV and mol stay letters.
# Product: marks units, but not these (server/topics/spoken-units.ts, MISREAD).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const engine = require('speech-rule-engine');
(async () => {
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const said = ['T', 'C', 'F', 'dB', 'Hz', 'N'].map((unit) =>
    engine.toSpeech(
      `<math xmlns="http://www.w3.org/1998/Math/MathML"><mn>5</mn><mi class="MathML-Unit">${unit}</mi></math>`,
    ),
  );
  console.log(said.join('\n'));
  const expected = ['tons', 'Celsius', 'Fahrenheit', 'decibytes'];
  process.exit(expected.every((word, index) => said[index].includes(word)) ? 0 : 1);
})();
JS
node say.cjs
