#!/usr/bin/env bash
# Software: MathJax 3.2.2 with mhchem, and speech-rule-engine 4.1.5 (npm), which MathJax itself
#   uses.
# Guess: \ce{^{235}_{92}U} becomes mmultiscripts, as \prescript does there, and is read as a
#   nuclide.
# Instead: two msubsup on an invisible A with overlaps, read as 'sub raised to the power times sub
#   92 to the 235th power normal U'.
# Product: such scripts become mmultiscripts (server/topics/nuclides.ts); Temml copies mhchem.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts mathjax@3.2.2 speech-rule-engine@4.1.5
cat > say.cjs <<'JS'
const engine = require('speech-rule-engine');
(async () => {
  const mathjax = await require('mathjax').init({
    loader: { load: ['input/tex', '[tex]/mhchem', '[tex]/mathtools'] },
    tex: { packages: { '[+]': ['mhchem', 'mathtools'] } },
  });
  await engine.setupEngine({ locale: 'en', domain: 'clearspeak', modality: 'speech', markup: 'none' });
  const chemistry = await mathjax.tex2mmlPromise('\\ce{^{235}_{92}U}');
  const prescript = await mathjax.tex2mmlPromise('\\prescript{235}{92}{\\mathrm{U}}');
  const said = engine.toSpeech(chemistry);
  console.log('\\ce:', said, '\n\\prescript:', engine.toSpeech(prescript));
  const isPower = !chemistry.includes('mmultiscripts') && said.includes('power');
  process.exit(isPower && prescript.includes('mmultiscripts') ? 0 : 1);
})();
JS
node say.cjs
