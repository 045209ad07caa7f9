#!/usr/bin/env bash
# Software: autolink-js 1.0.2 (npm); txt2html 3.0 and HTML::FromText 2.07 for Perl (Debian 12,
#   packages txt2html and libhtml-fromtext-perl), if they are installed. All make links of the
#   addresses in a text.
# Guess: an address in angle brackets, as RFC 3986 (appendix C) recommends it before a full stop, is
#   a link up to the bracket; an address alone may get the full stop as its last character.
# Instead: with autolink-js it is no link at all. With txt2html the link has the bracket and the
#   full stop at its end, and with HTML::FromText the bracket, as '&gt'. Both lead nowhere. Without
#   brackets and with nothing after it, every address is right.
# Product: an address that ends a sentence of an email's plain text ends its line, without a full
#   stop; brackets are left for one before a comma or a colon (lineOf in server/email/sender.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact autolink-js@1.0.2
printf '%s\n' 'Cancel it at <https://lessons.example/a>.' '' 'Or move it: https://lessons.example/b' \
  '' 'Ann' > email.txt
linked=$(node -p "require('autolink-js'); require('fs').readFileSync('email.txt', 'utf8').autoLink()")
echo "$linked"
[[ $linked == *'at <https://lessons.example/a>.'* && $linked == *"href='https://lessons.example/b'"* ]]
if command -v txt2html > /dev/null; then
  linked=$(txt2html --extract email.txt)
  echo "$linked"
  [[ $linked == *'href="https://lessons.example/a&gt;."'* && $linked == *'href="https://lessons.example/b"'* ]]
fi
if /usr/bin/perl -MHTML::FromText -e 1 2> /dev/null; then
  linked=$(/usr/bin/perl -MHTML::FromText -e 'print HTML::FromText->new({ urls => 1 })->parse(join "", <>)' email.txt)
  echo "$linked"
  [[ $linked == *'href="https://lessons.example/a&gt"'* && $linked == *'href="https://lessons.example/b"'* ]]
fi
