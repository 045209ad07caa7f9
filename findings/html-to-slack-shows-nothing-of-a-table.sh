#!/usr/bin/env bash
# Software: html-to-slack 0.3.7 (npm), which turns HTML into the blocks of a message in Slack.
# Guess: of an element that Slack does not have, <sup> or a table, the text is left, as <u> and
#   <span> leave theirs.
# Instead: the text is gone, too. 10<sup>-19</sup> C is '10 C', and of an email that is laid out in
#   tables, as nearly all are, there is no block at all; nor of a <div> without a paragraph.
# Product: the part in plain text says all that an email says, with the small signs of Unicode
#   (renderPlainText in server/email/sender.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact html-to-slack@0.3.7
cat > write.cjs <<'JS'
const { default: blocksOf } = require('html-to-slack');
const textIn = (html) =>
  blocksOf(html)
    .flatMap(({ elements }) => elements.flatMap((section) => section.elements))
    .map(({ text }) => text)
    .join('')
    .trim();
const seen = [
  '<p>1.6 × 10<sup>−19</sup> C</p>',
  '<p>A <u>free</u> <span>lesson</span></p>',
  '<table><tr><td>Total £240.00</td></tr></table>',
].map((html) => `'${textIn(html)}'`);
console.log(seen.join(' '));
process.exit(seen.join(' ') === "'1.6 × 10 C' 'A free lesson' ''" ? 0 : 1);
JS
node write.cjs
