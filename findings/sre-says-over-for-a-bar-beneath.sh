#!/usr/bin/env bash
# Software: speech-rule-engine 4.1.5 (npm), English, ClearSpeak.
# Guess: munder with a bar, the usual MathML of an underlined vector, is 'u underbar' or the like.
# Instead: 'u over bar', word for word as if the bar were a denominator, for _ and ¯ alike;
#   mover with the same bar is 'u bar'. menclose with notation bottom is 'u over horizontal bar'.
# Product: an underline is said in a word that does not show, 'underlined'
#   (server/topics/math-drawing.ts, drawLines).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const engine = require('speech-rule-engine');
(async () => {
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const say = (body) =>
    engine.toSpeech(`<math xmlns="http://www.w3.org/1998/Math/MathML">${body}</math>`);
  const beneath = say('<munder><mi>u</mi><mo>_</mo></munder>');
  const above = say('<mover><mi>u</mi><mo>¯</mo></mover>');
  const enclosed = say('<menclose notation="bottom"><mi>u</mi></menclose>');
  console.log({ beneath, above, enclosed });
  process.exit(beneath === 'u over bar' && enclosed.includes('over') ? 0 : 1);
})();
JS
node say.cjs
