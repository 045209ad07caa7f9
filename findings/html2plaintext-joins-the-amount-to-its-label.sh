#!/usr/bin/env bash
# Software: html2plaintext 2.1.4 (npm), which turns emails in HTML into text.
# Guess: it puts a line break or a space between the cells of a table, as it does between
#   paragraphs.
# Instead: nothing. An invoice is '5 credits£240.00Total£240.00', a time beside another '17:00 UK
#   time18:00 UK time', and a heading goes on with the first words of what follows.
# Product: its emails have a line break after each cell, heading and paragraph, which nothing shows
#   (renderHtml in server/email/layout.tsx), and a part in plain text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact html2plaintext@2.1.4
cat > read.cjs <<'JS'
const toText = require('html2plaintext');
const html =
  '<h1>Paid</h1><table><tbody><tr><td>5 credits</td><td>£240.00</td></tr>' +
  '<tr><td>Total</td><td>£240.00</td></tr></tbody></table><p>Thank you.</p><p>Bye.</p>';
const texts = [html, html.replaceAll(/<\/(?:td|h1)>/g, '$&\n')].map((each) => toText(each));
for (const text of texts) console.log(JSON.stringify(text));
const [joined, apart] = texts;
const isJoined = joined.startsWith('Paid5 credits£240.00Total£240.00') && joined.includes('Thank you.\n\nBye.');
process.exit(isJoined && /^Paid\s5 credits £240.00 Total £240.00\s/.test(apart) ? 0 : 1);
JS
node read.cjs
