#!/usr/bin/env bash
# Software: eml-format 0.6.1 (npm), which reads emails.
# Guess: a subject with é, which mail programs write in several encoded words (RFC 2047), is read as
#   it was, and 10⁻¹⁹ in the text, too; eml-parse-js 1.1.15 reads both.
# Instead: the subject is its first word, with underscores for spaces: 'Booked:_Zoë,_Waves,_Mon'
#   without the day and the time. In the text, ¹ spoils the raised digit after it, so that 10⁻¹⁹ is
#   10⁻¹ and three signs that mean nothing, while 10⁻⁹ is right.
# Product: what the subject says stands in the email's heading and its date block
#   (server/email/layout.tsx), and in the HTML a raised number is an element with plain digits
#   (Line in server/email/blocks.tsx).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact eml-format@0.6.1
cat > read.cjs <<'JS'
const { read } = require('eml-format');
const email = [
  'From: tutor@example.com', 'To: parent@example.com',
  'Subject: =?UTF-8?Q?Booked=3A_Zo=C3=AB=2C_Waves=2C_Mon?=', ' =?UTF-8?Q?_7_Dec_at_17=3A00?=',
  'MIME-Version: 1.0', 'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: quoted-printable', '',
  'The charge is 1.6 =C3=97 10=E2=81=BB=C2=B9=E2=81=B9 C, a nanometre 10=E2=81=BB=E2=81=B9 m.', '',
].join('\r\n');
read(email, (error, { subject, text }) => {
  console.log(error ?? `${subject}\n${text.trim()}`);
  const isText = text.includes('10⁻¹���') && text.includes('10⁻⁹ m');
  process.exit(subject === 'Booked:_Zoë,_Waves,_Mon' && isText ? 0 : 1);
});
JS
node read.cjs
