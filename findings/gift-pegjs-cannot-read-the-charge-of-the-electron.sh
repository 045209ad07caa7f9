#!/usr/bin/env bash
# Software: gift-pegjs 1.0.2 (npm), a reader of Moodle's question files (GIFT).
# Guess: it reads the numbers that Moodle reads (is_numeric in its question/format/gift/format.php):
#   1.6E-19, .5 and 3e8. Moodle itself writes a small tolerance as 1.0E-20.
# Instead: only digits with a point between them. One answer of 1.6E-19 makes the whole file a
#   syntax error.
# Product: reads 1.6E-19, .5 and 3e8 as answers (domain/marking/number-reading.ts), and takes no
#   GIFT files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact gift-pegjs@1.0.2
cat > numbers.mjs <<'JS'
import * as gift from 'gift-pegjs';
const parse = gift.parse ?? gift.default.parse;
const reads = (answer) => {
  try {
    const [{ choices }] = parse(`What is it? {#${answer}}`);
    return choices.number;
  } catch {
    return 'refused';
  }
};
const answers = ['-40:2', '0.5:0.1', '.5:.1', '3e8:1e6', '1.6E-19:0.1E-19'];
const read = answers.map(reads);
answers.forEach((answer, index) => console.log(`${answer}: ${read[index]}`));
process.exit(`${read}` === '-40,0.5,refused,refused,refused' ? 0 : 1);
JS
node numbers.mjs
