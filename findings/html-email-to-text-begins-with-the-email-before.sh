#!/usr/bin/env bash
# Software: html-email-to-text 1.0.4 (npm), which makes the plain text of emails in HTML.
# Guess: the text of an email depends on its HTML alone.
# Instead: it begins with the texts of all emails that the process has made before: Tom Lee's email
#   starts with what was written to Sarah Khan.
# Product: writes the plain text of an email from the same parts as its HTML, without a program that
#   reads HTML (renderPlainText in server/email/sender.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact html-email-to-text@1.0.4
cat > write.cjs <<'JS'
const textOf = require('html-email-to-text');
const page = (words) => `<!doctype html><html><body><p>${words}</p></body></html>`;
textOf(page('Dear Sarah Khan, your refund of £48.00 is on its way.'));
const seen = textOf(page('Dear Tom Lee, you have 3 credits.'));
console.log(seen);
process.exit(seen.includes('Sarah Khan') && seen.includes('Tom Lee') ? 0 : 1);
JS
node write.cjs
