#!/usr/bin/env bash
# Software: croniter 1.3.5 for Python (Debian 12, package python3-croniter), started from a time in
#   London by zoneinfo, Python's own time zones.
# Guess: '0 16 * * *' is four in the afternoon on every day; the change of the clocks matters to
#   jobs of that night only.
# Instead: on 29 March 2026, hours after the change, it runs at three and at four. '15 0 * * *',
#   before the change, runs three times within 25 hours: at 00:15, at 23:15 and at 00:15.
# Product: its timers are in UTC (ops/deploy/systemd/lessons-backup.timer).
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-croniter 2> /dev/null) || { echo 'apt-get install python3-croniter'; exit 2; }
[[ $version == 1.3.5* ]] || echo "Seen with 1.3.5; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
from datetime import datetime
from zoneinfo import ZoneInfo
from croniter import croniter
for job in ('0 16 * * *', '15 0 * * *'):
    times = croniter(job, datetime(2026, 3, 28, 12, tzinfo=ZoneInfo('Europe/London')))
    print(job, *(times.get_next(datetime).strftime('%d %b %H:%M') for _ in range(4)), sep=', ')
PY
)
echo "$seen"
[[ $seen == '0 16 * * *, 28 Mar 16:00, 29 Mar 15:00, 29 Mar 16:00, 30 Mar 16:00
15 0 * * *, 29 Mar 00:15, 29 Mar 23:15, 30 Mar 00:15, 31 Mar 00:15' ]]
