#!/usr/bin/env bash
# Software: html-to-latex 0.8.0 (npm).
# Guess: <sup> and <sub> become ^{...} and _{...} or \textsuperscript, or lose their place, as they
#   do with others; and & is escaped for LaTeX, as % is.
# Instead: what is raised or lowered is gone. The charge of the electron is '1.6 × 10 C', a wave's
#   speed is in 'm s', E₀ is E; and & and _ stay, which LaTeX takes for a column and an index.
# Product: the plain text of an email has the small signs of Unicode, 10⁻¹⁹ (server/email/sender.ts,
#   renderPlainText), and so has that of a question (server/topics/plain.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact html-to-latex@0.8.0
cat > convert.cjs <<'JS'
const { convertText } = require('html-to-latex');
const texts = ['1.6 × 10<sup>−19</sup> C', '3 m s<sup>−1</sup>', 'E<sub>0</sub>', '50% &amp; v_0'];
(async () => {
  const html = texts.map((text) => `<p>${text}</p>`).join('');
  const lines = (await convertText(html)).split('\n').filter((line) => line !== '');
  console.log(lines.join('\n'));
  process.exit(lines.join('|') === '1.6 × 10 C|3 m s|E|50\\% & v_0' ? 0 : 1);
})();
JS
node convert.cjs
