#!/usr/bin/env bash
# Software: parsedatetime 2.6 for Python (Debian 12, package python3-parsedatetime).
# Guess: '12 Sept 2026', with September as the British shorten it, is 12 September 2026, as '12 Sep
#   2026' is, or cannot be read.
# Instead: it is today at 20:26. 'Mon 14 Sept at 17:00' is next Monday at five, and only 'Mon 14 Sep
#   at 17:00' is in September.
# Product: writes Sept, as Unicode has it for British English (formatDate in domain/time.ts), and no
#   program has to read it: each email about a lesson has a calendar file with the instant
#   (server/email/calendar-events.ts), and tables have 2026-09-12.
set -euo pipefail
version=$(dpkg-query -W -f '${Version}' python3-parsedatetime 2> /dev/null) || { echo 'apt-get install python3-parsedatetime'; exit 2; }
[[ $version == 2.6-* ]] || echo "Seen with 2.6; this is $version."
seen=$(/usr/bin/python3 - <<'PY'
import datetime
import parsedatetime
calendar = parsedatetime.Calendar()
friday = datetime.datetime(2026, 11, 20, 12, 0)
for text in ['12 Sept 2026', '12 September 2026', 'Mon 14 Sept at 17:00', 'Mon 14 Sep at 17:00']:
    print(text, '=', calendar.parseDT(text, sourceTime=friday)[0].strftime('%Y-%m-%d %H:%M'))
PY
)
echo "$seen"
[[ $seen == '12 Sept 2026 = 2026-11-20 20:26
12 September 2026 = 2026-09-12 12:00
Mon 14 Sept at 17:00 = 2026-11-23 17:00
Mon 14 Sep at 17:00 = 2027-09-14 17:00' ]]
