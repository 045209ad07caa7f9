#!/usr/bin/env bash
# Software: procmail 3.22 (Debian 12, package procmail); mailbot of maildrop 2.9.3 (package
#   maildrop) beside it, if it is installed.
# Guess: the condition ^FROM_DAEMON, with which procmail recognises the emails of programs so that
#   no holiday note answers them, holds for Auto-Submitted: auto-generated, the line that RFC 3834
#   has for it, as mailbot obeys it.
# Instead: it does not. It knows 'Precedence: bulk' and the names of lists and daemons, so that a
#   booking is answered, to its Reply-To, the tutor. mailbot, whose manual does not name the line
#   either, keeps silent.
# Product: says Auto-Submitted alone (messageOf in server/email/transport.ts), since a booking is no
#   bulk mail; a holiday note reaches the tutor as any reply does.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' procmail 2> /dev/null) || { echo 'apt-get install procmail'; exit 2; }
[[ $version == 3.22-* ]] || echo "Seen with 3.22; this is $version."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf ':0\n* ^FROM_DAEMON\nsilent\n:0\nanswered\n' > rules
emailWith() {
  printf '%s\n' 'From: Sample Physics <lessons@lessons.example>' 'To: sarah@example.com' \
    'Reply-To: ann@lessons.example' 'Subject: Booked: Waves' "$1" '' 'Maya has a spot.'
}
deliver() {
  rm -f silent answered
  emailWith "$1" | procmail MAILDIR="$folder" DEFAULT="$folder/other" "$folder/rules"
  if [[ -s answered ]]; then echo answered; else echo silent; fi
}
generated=$(deliver 'Auto-Submitted: auto-generated')
bulk=$(deliver 'Precedence: bulk')
printf 'Auto-Submitted: %s\nPrecedence: %s\n' "$generated" "$bulk"
[[ $generated == answered && $bulk == silent ]]
if command -v mailbot > /dev/null; then
  echo 'I am away.' > note
  answer=$(emailWith 'Auto-Submitted: auto-generated' | mailbot -t note -A 'From: sarah@example.com' cat)
  [[ $answer == '' && $(emailWith 'X-Other: 1' | mailbot -t note -A 'From: sarah@example.com' cat) == *'I am away.'* ]]
  echo 'mailbot: silent'
fi
