#!/usr/bin/env bash
# Software: ascii2mathml 0.7.1 and mathup 1.0.2 (npm), which draw AsciiMath.
# Guess: 10^-19 has the exponent -19, as in AsciiMath itself (and asciimath2tex 1.5.0), and as 10^19
#   has 19.
# Instead: the minus alone is raised and 19 stands on the line after it, so that the charge of the
#   electron, 1.6 xx 10^-19, looks like 1.6 times 1019. With brackets, 10^(-19), it is right.
# Product: a sign after the caret belongs to the exponent, of a number (readNumber in
#   domain/marking/number-reading.ts) as of a unit (domain/marking/unit.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts \
  ascii2mathml@0.7.1 mathup@1.0.2 asciimath2tex@1.5.0
cat > run.mjs <<'JS'
import ascii2mathml from 'ascii2mathml';
import AsciiMathParser from 'asciimath2tex';
import mathup from 'mathup';
const draw = ascii2mathml.default ?? ascii2mathml;
const drawn = [draw('10^-19'), String(mathup('10^-19'))];
const tex = new (AsciiMathParser.default ?? AsciiMathParser)().parse('10^-19');
console.log(`${drawn.join('\n')}\n${tex}`);
const raisesMinusAlone = (markup) => /<msup><mn>10<\/mn><mo>[-−]<\/mo><\/msup><mn>19<\/mn>/.test(markup);
process.exit(drawn.every(raisesMinusAlone) && tex === '10^{- 19}' ? 0 : 1);
JS
node run.mjs
