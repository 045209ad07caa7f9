#!/usr/bin/env bash
# Software: systemd 252 (Debian 12), systemd-analyze calendar.
# Guess: a nightly timer whose time does not exist in the night when the clocks go forward runs once
#   that hour is over, as Debian's cron does it.
# Instead: it does not run at all in that night, in Berlin at 02:15 as in London at 01:15. With
#   'UTC' behind the time it runs in every night.
# Product: its timers are in UTC (ops/deploy/systemd/lessons-backup.timer).
set -euo pipefail
command -v systemd-analyze > /dev/null || { echo 'apt-get install systemd'; exit 2; }
version=$(systemd-analyze --version | head -n 1)
[[ $version == 'systemd 252 '* ]] || echo "Seen with systemd 252; this is $version."
# The last Sunday in March 2026 is the 29th.
nights() {
  TZ=UTC systemd-analyze calendar --base-time='2026-03-27 12:00:00 UTC' --iterations=3 "$1" |
    grep -oE '2026-03-[0-9]+' | tr '\n' ' '
}
berlin=$(nights '*-*-* 02:15 Europe/Berlin')
london=$(nights '*-*-* 01:15 Europe/London')
utc=$(nights '*-*-* 02:15 UTC')
printf 'Berlin: %s\nLondon: %s\nUTC:    %s\n' "$berlin" "$london" "$utc"
[[ $berlin != *03-29* && $berlin == *03-28*03-30* && $london != *03-29* && $utc == *03-29* ]]
