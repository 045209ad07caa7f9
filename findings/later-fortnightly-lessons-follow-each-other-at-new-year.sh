#!/usr/bin/env bash
# Software: later 1.2.0 (npm), schedules in plain English.
# Guess: 'every 2 weeks on monday at 5:00 pm' is every other Monday from a start, and 'every 45
#   minutes' is 00:00, 00:45, 01:30, or refused where it cannot be done, as 'every 90 minutes' is.
# Instead: it is the weeks with an odd number. 2026 has a week 53 and 2027 begins with week 1, so
#   there is a lesson on 28 December and another on 4 January. 'Every 45 minutes' is 00:00, 00:45,
#   01:00, 01:45.
# Product: a term's lessons are dates counted on by weeks from its first (planTerm in
#   domain/lessons/term.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts later@1.2.0
cat > run.cjs <<'JS'
const later = require('later');
const next = (text, count) =>
  later
    .schedule(later.parse.text(text))
    .next(count, new Date('2026-12-10T00:00:00Z'))
    .map((date) => date.toISOString().slice(5, 16))
    .join(', ');
const weeks = next('every 2 weeks on monday at 5:00 pm', 4);
const minutes = next('every 45 minutes', 4);
console.log(`${weeks}\n${minutes}`);
const isAsSeen =
  weeks === '12-14T17:00, 12-28T17:00, 01-04T17:00, 01-18T17:00' &&
  minutes === '12-10T00:00, 12-10T00:45, 12-10T01:00, 12-10T01:45';
process.exit(isAsSeen ? 0 : 1);
JS
TZ=UTC node run.cjs
