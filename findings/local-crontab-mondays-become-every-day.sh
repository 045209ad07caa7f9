#!/usr/bin/env bash
# Software: local-crontab 0.1.8 (npm), which turns a line of cron in local time into lines in UTC,
#   several because of summer time.
# Guess: '0 16 * * 1', Mondays at four in London, runs on Mondays all year; '30 0 * * 1', half an
#   hour into Monday, runs on Sundays at 23:30 UTC in summer.
# Instead: in March and October the lines name days of the month, 1 to 28, beside the Monday, and
#   cron runs a line when either fits: daily. Half an hour into Monday stays on Mondays, so that it
#   runs on Tuesdays in summer.
# Product: its timers are written in UTC (ops/deploy/systemd/lessons-backup.timer), and what belongs
#   to a family's day is decided by the date in the United Kingdom (ukDate in domain/time.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts local-crontab@0.1.8
cat > run.cjs <<'JS'
const { localCrontabToUtcCrontabs } = require('local-crontab');
const weekly = localCrontabToUtcCrontabs('0 16 * * 1', 'Europe/London');
const night = localCrontabToUtcCrontabs('30 0 * * 1', 'Europe/London');
console.log([...weekly, '', ...night].join('\n'));
const march = weekly.some((line) => /^0 16 1-\d\d 3 1$/.test(line));
process.exit(march && night.includes('30 23 * 4-9 1') ? 0 : 1);
JS
node run.cjs
