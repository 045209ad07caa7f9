#!/usr/bin/env bash
# Exchanges the processes behind nginx one by one, without a failed request: takes each out of the
# proxy, restarts it, and puts it back once it answers. Stops at the first that does not.
#   sudo ops/deploy/exchange.sh 3001 3002
set -euo pipefail

conf=${CONF:-/etc/nginx/sites-available/lessons.conf}
reload=${RELOAD:-nginx -s reload}
patience=${PATIENCE_SECONDS:-60}
# Requests that nginx has already passed on get their answers meanwhile.
settle=${SETTLE_SECONDS:-1}

[ $# -ge 2 ] || { echo 'Usage: sudo ops/deploy/exchange.sh PORT PORT ...' >&2; exit 2; }
for port in "$@"; do
  grep -qE "^ *server 127\.0\.0\.1:$port( [^;]*)?;" "$conf" ||
    { echo "$conf has no line 'server 127.0.0.1:$port;'." >&2; exit 1; }
done

answers() {
  node -e 'fetch(process.argv[1], { signal: AbortSignal.timeout(2000) }).then(
    ({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$1/api/health"
}
restart() {
  if [ -n "${RESTART:-}" ]; then
    # shellcheck disable=SC2086
    $RESTART "$1"
  else
    systemctl restart "lessons@$1"
  fi
}
mark() { # port, 'down' or nothing
  sed -i -E "s/^( *server 127\.0\.0\.1:$1)( [^;]*)?;/\1 max_fails=0${2:+ $2};/" "$conf"
  $reload
  sleep "$settle"
}

for port in "$@"; do
  for other in "$@"; do
    [ "$other" = "$port" ] || answers "$other" ||
      { echo "$other does not answer, so $port stays as it is." >&2; exit 1; }
  done
  mark "$port" down
  restart "$port"
  for ((left = patience * 2; left > 0; left--)); do
    ! answers "$port" || break
    sleep 0.5
  done
  [ "$left" -gt 0 ] || {
    echo "$port does not answer, and stays out of the proxy: journalctl -u lessons@$port says why." >&2
    exit 1
  }
  mark "$port" ''
  echo "Exchanged $port."
done
