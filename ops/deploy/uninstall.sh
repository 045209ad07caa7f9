#!/usr/bin/env bash
# Removes what install.sh has installed. Data, settings and backups stay unless --data is given.
# Packages of the distribution and Caddy's own files stay in any case.
set -euo pipefail

with_data=no
case ${1:-} in
  '') ;;
  --data) with_data=yes ;;
  *) echo 'Usage: sudo ops/deploy/uninstall.sh [--data]' >&2; exit 2 ;;
esac
[ "$(id -u)" = 0 ] || { echo 'This changes the system: run it with sudo.' >&2; exit 1; }

gone=(/srv/lessons /var/cache/lessons /usr/local/sbin/lessons)
shopt -s nullglob
gone+=(/etc/systemd/system/lessons{,@}.service /etc/systemd/system/lessons-*.{service,timer})
word=remove
if [ "$with_data" = yes ]; then
  gone+=(/var/lib/lessons /var/backups/lessons /etc/lessons)
  word='delete the data'
fi
there=()
for path in "${gone[@]}"; do [ ! -e "$path" ] || there+=("$path"); done
if [ ${#there[@]} = 0 ]; then
  echo 'Nothing of the server is installed here.'
  exit 0
fi

echo 'This deletes:'
printf '  %s\n' "${there[@]}"
if [ "$with_data" = yes ]; then
  echo 'With it go every booking, payment and backup on this machine.'
else
  echo 'Data, settings and backups stay in /var/lib/lessons, /etc/lessons and /var/backups/lessons.'
fi
printf 'Type "%s" to go on: ' "$word"
read -r answer || answer=''
[ "$answer" = "$word" ] || { echo 'Nothing was changed.'; exit 1; }

if [ -d /run/systemd/system ]; then
  systemctl disable --now --quiet 'lessons@*' || true
  for unit in /etc/systemd/system/lessons{.service,-*.timer}; do
    systemctl disable --now --quiet "${unit##*/}" || true
  done
fi
rm -rf -- "${there[@]}"
[ ! -d /run/systemd/system ] || systemctl daemon-reload
if [ "$with_data" = yes ] && id lessons >/dev/null 2>&1; then
  userdel lessons
fi
echo 'Removed.'
[ ! -e /etc/caddy/Caddyfile.before-lessons ] ||
  echo 'Caddy still has the site: /etc/caddy/Caddyfile.before-lessons is what it had before.'
