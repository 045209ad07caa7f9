#!/usr/bin/env bash
# Software: @pie-framework/mathml-to-latex 1.4.4 (npm), of a framework for tests in schools.
# Guess: an msup, v squared or ten to the minus 19, is v^{2} and 10^{-19}, as an msub is v_{0} and
#   an msubsup v_{0}^{2}.
# Instead: it is v2 and '10- 19': every power stands on the line behind its base, without a word.
#   E = m c2; only a prime stays where it was.
# Product: keeps the text with the TeX that was typed (server/topics/items.ts), renders from it when
#   it is saved (server/topics/render-question.ts), and reads no MathML back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  @pie-framework/mathml-to-latex@1.4.4
cat > write.cjs <<'JS'
const { MathMLToLaTeX } = require('@pie-framework/mathml-to-latex');
const seen = [
  '<msup><mi>v</mi><mn>2</mn></msup>',
  '<msup><mn>10</mn><mrow><mo>-</mo><mn>19</mn></mrow></msup>',
  '<msub><mi>v</mi><mn>0</mn></msub>',
  '<msubsup><mi>v</mi><mn>0</mn><mn>2</mn></msubsup>',
].map((power) => MathMLToLaTeX.convert(`<math>${power}</math>`));
console.log(seen.join(', '));
process.exit(seen.join(', ') === 'v2, 10- 19, v_{0}, v_{0}^{2}' ? 0 : 1);
JS
node write.cjs
