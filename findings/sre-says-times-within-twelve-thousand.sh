#!/usr/bin/env bash
# Software: speech-rule-engine 4.1.5 (npm), English, ClearSpeak, with the MathML of Temml 0.13.5 and
#   MathJax 3.2.2 (npm).
# Guess: 12\,000, the usual TeX of twelve thousand with a thin space, is read as '12 000', as it is
#   with 12~000.
# Instead: '12 times 000'. The two groups are two numbers, and numbers side by side are a product:
#   299\,792\,458 m/s is a product of three.
# Product: joins the groups of a number into one (server/topics/spoken-numbers.ts); the table of
#   docs/formulas.md has it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact speech-rule-engine@4.1.5 temml@0.13.5 mathjax-full@3.2.2
cat > say.cjs <<'JS'
const engine = require('speech-rule-engine');
const temml = require('temml');
const { mathjax } = require('mathjax-full/js/mathjax.js');
const { TeX } = require('mathjax-full/js/input/tex.js');
const { liteAdaptor } = require('mathjax-full/js/adaptors/liteAdaptor.js');
const { RegisterHTMLHandler } = require('mathjax-full/js/handlers/html.js');
const { SerializedMmlVisitor } = require('mathjax-full/js/core/MmlTree/SerializedMmlVisitor.js');
const { STATE } = require('mathjax-full/js/core/MathItem.js');

RegisterHTMLHandler(liteAdaptor());
const page = mathjax.document('', { InputJax: new TeX() });
const visitor = new SerializedMmlVisitor();
const byMathJax = (tex) => visitor.visitTree(page.convert(tex, { end: STATE.CONVERT }));
const byTemml = (tex) =>
  (temml.default ?? temml).renderToString(tex).replace('<math', '<math xmlns="http://www.w3.org/1998/Math/MathML"');

(async () => {
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const said = [byTemml, byMathJax].flatMap((write) =>
    ['12\\,000', '299\\,792\\,458', '12~000'].map((tex) => engine.toSpeech(write(tex)).replace(/\s+/g, ' ')),
  );
  console.log(said.join('\n'));
  const expected = ['12 times 000', '299 times 792 times 458', '12 000'];
  process.exit(said.join() === [...expected, ...expected].join() ? 0 : 1);
})();
JS
node say.cjs
