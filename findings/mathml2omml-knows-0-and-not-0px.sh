#!/usr/bin/env bash
# Software: mathml2omml 0.5.0 (npm), which turns MathML into the formulas of Word; KaTeX 0.19.1
#   (npm) for the MathML.
# Guess: \binom{n}{k} has no line in Word. MathML says so by a length, linethickness="0px" with
#   KaTeX and Temml, and lengths of 0 are the same whatever their unit.
# Instead: only "0" is known. "0px" gets the usual line, and 'n choose k' is n divided by k.
# Product: writes "0" (dropLine in server/topics/math-drawing.ts), so that a formula that is copied
#   from a question stays the same.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  mathml2omml@0.5.0 katex@0.19.1
cat > write.mjs <<'JS'
import katex from 'katex';
import { mml2omml } from 'mathml2omml';
const markup = katex.renderToString('\\binom{n}{k}', { output: 'mathml' });
const math = /<math[^]*<\/math>/.exec(markup)[0].replace(/<annotation[^]*<\/annotation>/, '');
const lineOf = (mathml) => /<m:type m:val="(\w+)"/.exec(mml2omml(mathml))?.[1];
const seen = [lineOf(math), lineOf(math.replace('"0px"', '"0"'))].join(' ');
console.log(seen);
process.exit(seen === 'bar noBar' ? 0 : 1);
JS
node write.mjs
