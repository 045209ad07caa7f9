#!/usr/bin/env bash
# Software: mathml-to-latex 1.8.0 (npm).
# Guess: 20 °C as a word processor writes it, with the degree sign in an operator, becomes 20^\circ
#   C or keeps its sign.
# Instead: '20 \circ C', where the ring stands on the line as the composition of two functions: '20
#   of C'. In a text inside a formula an underscore, 'room_2', becomes a subscript of the letter
#   before it.
# Product: formulas are TeX from the start, drawn on the server (server/topics/render.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathml-to-latex@1.8.0
cat > run.mjs <<'JS'
import { MathMLToLaTeX } from 'mathml-to-latex';
const read = (inner) =>
  MathMLToLaTeX.convert(`<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`);
const degrees = read('<mn>20</mn><mo>°</mo><mi mathvariant="normal">C</mi>');
const text = read('<mtext>room_2</mtext>');
console.log({ degrees, text });
process.exit(degrees === '20 \\circ C' && text === '\\text{room}_\\text{2}' ? 0 : 1);
JS
node run.mjs
