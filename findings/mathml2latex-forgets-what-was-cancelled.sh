#!/usr/bin/env bash
# Software: mathml2latex 1.1.3 (npm), and KaTeX 0.16.22 (npm) to draw what it gives.
# Guess: a mass that is struck out in m g h = m v squared stays struck out or raises an error, and
#   the arrow over a force becomes \vec or \overset.
# Instead: the stroke is dropped without a word, so that a cancelled factor is a factor again. The
#   arrow becomes 'F\limits^{\rightarrow }', which no TeX accepts after a letter: KaTeX refuses it.
# Product: formulas are TeX from the start, and what cannot be drawn is refused with its place when
#   the tutor saves (server/topics/render.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathml2latex@1.1.3 katex@0.16.22
cat > run.mjs <<'JS'
import mathml2latex from 'mathml2latex';
import katex from 'katex';
const read = (inner) =>
  mathml2latex.convert(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`);
const struck = read('<menclose notation="updiagonalstrike"><mi>m</mi></menclose><mi>g</mi>');
const vector = read('<mover><mi>F</mi><mo>→</mo></mover>');
let drawn = 'drawn';
try {
  katex.renderToString(vector);
} catch (error) {
  drawn = error.message;
}
console.log({ struck, vector, drawn });
const asSeen = struck === 'mg' && vector.includes('\\limits^') && drawn !== 'drawn';
process.exit(asSeen ? 0 : 1);
JS
node run.mjs
