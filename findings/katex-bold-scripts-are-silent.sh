#!/usr/bin/env bash
# Software: KaTeX 0.19.1 and speech-rule-engine 4.1.5 (npm).
# Guess: the hidden MathML of \bm{v_1} is an msub with bold letters, and is read as such.
# Instead: KaTeX writes <mi><msub>...</msub></mi>, elements within a token element, which MathML
#   does not allow, and the reader says nothing at all: the vector is missing from the sentence.
# Product: formulas are MathML of Temml (docs/decisions/029-formulas-are-rendered-on-the-server.md).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts katex@0.19.1 speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const katex = require('katex');
const engine = require('speech-rule-engine');
(async () => {
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const [math] = /<math[^]*<\/math>/.exec(katex.renderToString('\\bm{v_1}', { output: 'mathml' }));
  const mathml = math.replace(/<annotation[^]*<\/annotation>/, '');
  const said = engine.toSpeech(mathml);
  console.log(mathml, '\nsaid:', JSON.stringify(said));
  process.exit(/<mi[^>]*><msub>/.test(mathml) && said.trim() === '' ? 0 : 1);
})();
JS
node say.cjs
