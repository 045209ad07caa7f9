#!/usr/bin/env bash
# Software: date-holidays 3.37.0 (npm).
# Guess: new Holidays('GB') has what all of the United Kingdom has, or what England has.
# Instead: neither. It has Easter Monday, which Scotland does not have, and not the bank holiday of
#   August, which England, Wales and Northern Ireland have; that takes a second argument, 'ENG'.
# Product: knows no holidays. The tutor plans each lesson by its date (server/lessons/planner).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays');
const isHoliday = (region, date) =>
  new Holidays(...region).getHolidays(2026).some((day) => day.type === 'public' && day.date.startsWith(date));
const seen = [['GB'], ['GB', 'ENG'], ['GB', 'SCT']].map((region) => {
  const days = [isHoliday(region, '2026-04-06'), isHoliday(region, '2026-08-31')];
  console.log(`${region.join('-')}: Easter Monday ${days[0]}, 31 August ${days[1]}`);
  return days.join();
});
process.exit(seen.join(' ') === 'true,false true,true false,false' ? 0 : 1);
JS
node holidays.cjs
