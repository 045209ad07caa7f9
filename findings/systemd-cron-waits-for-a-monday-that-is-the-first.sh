#!/usr/bin/env bash
# Software: systemd-cron 1.15.19 (Debian 12, package systemd-cron), which runs crontabs by systemd's
#   timers in the place of cron.
# Guess: '0 6 1 * 1', a backup on the first of each month and on Mondays, runs on both; its own
#   manual, crontab(5), says so: 'when either field matches'.
# Instead: the timer is 'Mon *-*-1 6:0:00', which runs when a Monday is the first: on 1 February, on
#   1 March and on 1 November in 2027, and on no other day of that year.
# Product: brings timers of systemd and no crontab; each names a time of every day or week
#   (ops/deploy/systemd/lessons-backup.timer).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download systemd-cron > /dev/null 2>&1 || { echo 'apt-get update'; exit 2; }
package=$(ls ./*.deb)
[[ $package == *_1.15.19-5* ]] || echo "Seen with 1.15.19-5; this is $package."
dpkg -x "$package" .
echo '0 6 1 * 1 root /usr/local/bin/backup' > crontab
mkdir units
/usr/bin/python3 - <<'PY'
import importlib.machinery, itertools, sys, types
loader = importlib.machinery.SourceFileLoader('cron', 'lib/systemd/system-generators/systemd-crontab-generator')
sys.argv = ['systemd-crontab-generator', 'units']
cron = types.ModuleType('cron')
loader.exec_module(cron)
cron.TARGET_DIR = cron.TIMERS_DIR = 'units'
for job in cron.parse_crontab('crontab', withuser=True):
    cron.generate_timer_unit(job, seq=itertools.count())
PY
timer=$(sed -n 's/^OnCalendar=//p' units/*.timer)
echo "OnCalendar=$timer"
systemd-analyze calendar --iterations=4 --base-time='2027-01-01' "$timer" | grep -E 'Next elapse|Iter' || true
[[ $timer == 'Mon *-*-1 '* ]]
