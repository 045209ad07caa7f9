#!/usr/bin/env bash
# Software: email-reply-parser 2.3.9 (npm).
# Guess: it hides quotations and signatures, and joins no lines of what somebody wrote.
# Instead: a line of three underscores, the blank of a question, begins a signature, so that the
#   answer beneath it is hidden, and so is everything from a line that begins with 'Sent from my'.
# Product: reads no emails; enquiries are shown whole (web/admin/enquiries).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact email-reply-parser@2.3.9
cat > replies.cjs <<'JS'
const loaded = require('email-reply-parser');
const Parser = loaded.default ?? loaded;
const visible = (text) => new Parser().read(text).getVisibleText().trim();
const replies = ['Maya fills it in so:\n\n___\nx = 5 N\n', 'Thanks.\nSent from my notes:\nquestion 4 is open\n'].map(visible);
console.log(JSON.stringify(replies));
process.exit(`${replies}` === 'Maya fills it in so:,Thanks.' ? 0 : 1);
JS
node replies.cjs
