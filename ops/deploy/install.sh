#!/usr/bin/env bash
# Installs the server on Debian 12 or Ubuntu 24.04 and later, and starts it. Run it again at any
# time: what is there already stays as it is.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: sudo ops/deploy/install.sh --domain lessons.example.com [options]

  --domain NAME    the public name of the site
  --from PLACE     the repository to install from (default: the checkout of this script)
  --caddy          also installs Caddy in front of it, with certificates for the domain
  --no-start       installs everything and starts nothing
TEXT
}

domain='' from='' caddy=no start=yes
while [ $# -gt 0 ]; do
  case $1 in
    --domain) domain=${2:?"--domain needs a name."}; shift 2 ;;
    --from) from=${2:?"--from needs a repository."}; shift 2 ;;
    --caddy) caddy=yes; shift ;;
    --no-start) start=no; shift ;;
    --help | -h) usage; exit 0 ;;
    *) usage >&2; exit 2 ;;
  esac
done

site=/srv/lessons
settings=/etc/lessons/lessons.env
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
from=${from:-$(dirname "$(dirname "$here")")}
changes=0

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }
did() { changes=$((changes + 1)); say "$*"; }
as_lessons() {
  runuser -u lessons -- env HOME=/var/cache/lessons npm_config_cache=/var/cache/lessons/npm "$@"
}

[ "$(id -u)" = 0 ] || fail 'This changes the system: run it with sudo.'
[ -r /etc/os-release ] || fail 'This script knows Debian and Ubuntu; docs/operations.md has the steps.'
# shellcheck source=/dev/null
family=$(. /etc/os-release && printf '%s %s' "$ID" "${ID_LIKE:-}")
case " $family " in
  *' debian '* | *' ubuntu '*) ;;
  *) fail 'This script knows Debian and Ubuntu; docs/operations.md has the steps.' ;;
esac
case $domain in
  '') [ -e "$settings" ] || { usage >&2; exit 2; } ;;
  *[!A-Za-z0-9.-]* | -* | .*) fail "--domain: '$domain' is no name of a host." ;;
esac
if [ "$start" = yes ] && [ ! -d /run/systemd/system ]; then
  say 'systemd does not run here, so nothing is started.'
  start=no
fi

# --- Programs ---
node_major() { node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0; }
missing=()
command -v git >/dev/null || missing+=(git)
if ! command -v node >/dev/null; then missing+=(nodejs npm)
elif ! command -v npm >/dev/null; then missing+=(npm); fi
# The project's own Node is linked against it.
ldconfig -p | grep -q 'libatomic\.so\.1' || missing+=(libatomic1)
[ -e /etc/ssl/certs/ca-certificates.crt ] || missing+=(ca-certificates)
[ "$caddy" = no ] || command -v caddy >/dev/null || missing+=(caddy)
if [ ${#missing[@]} -gt 0 ]; then
  say "Installing ${missing[*]} ..."
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq || fail 'apt-get update failed: check the network, then run this again.'
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    fail "apt-get could not install ${missing[*]}: its words are above."
  did "Installed ${missing[*]}."
fi
[ "$(node_major)" -ge 18 ] ||
  fail "Node.js 18 or later is needed to install, and $(node -v) is here: Debian 12 and Ubuntu 24.04 have it."

# --- User and folders ---
if ! id lessons >/dev/null 2>&1; then
  useradd --system --user-group --home-dir /var/lib/lessons --no-create-home \
    --shell /usr/sbin/nologin lessons
  did 'Created the user lessons.'
fi
folder() { # mode owner path
  [ -d "$3" ] || did "Created $3."
  install -d -m "$1" -o "$2" -g lessons "$3"
}
# What root runs and believes belongs to root: neither the server nor a package's script changes it.
folder 755 root "$site"
folder 755 root "$site/versions"
folder 700 lessons /var/lib/lessons
folder 700 lessons /var/cache/lessons
folder 700 lessons /var/backups/lessons
folder 750 root /etc/lessons

# --- Settings ---
if [ ! -e "$settings" ]; then
  sed "s|https://lessons.example.com|https://$domain|" "$here/lessons.env" >"$settings.new"
  chown root:lessons "$settings.new"
  chmod 640 "$settings.new"
  mv "$settings.new" "$settings"
  did "Wrote $settings."
fi

# --- The first version; later ones come with 'lessons upgrade' ---
if [ ! -e "$site/current" ]; then
  if [ ! -d "$site/source.git" ]; then
    rm -rf "$site/source.git.new"
    # Root may clone a checkout of somebody else.
    trust=$(mktemp -d)
    printf '[safe]\n\tdirectory = *\n' >"$trust/.gitconfig"
    HOME=$trust git clone --quiet --bare "$from" "$site/source.git.new" ||
      fail "$from could not be cloned: --from needs a git repository."
    # New versions come from where the checkout came from.
    if origin=$(HOME=$trust git -C "$from" remote get-url origin 2>/dev/null); then
      git -C "$site/source.git.new" remote set-url origin "$origin"
    fi
    rm -rf "$trust"
    mv "$site/source.git.new" "$site/source.git"
    did "Cloned $from."
  fi
  name=$(git -C "$site/source.git" describe --tags --always HEAD)
  version=$site/versions/$name
  if [ ! -e "$version/package.json" ]; then
    install -d -m 755 -o lessons -g lessons "$version.part"
    git -C "$site/source.git" archive HEAD | as_lessons tar -x -C "$version.part"
    mv -T "$version.part" "$version"
    did "Unpacked $name."
  fi
  say 'Installing the packages and building: about two minutes ...'
  (cd "$version" && as_lessons npm run --silent build) ||
    fail 'The build failed; its words are above. Nothing runs yet: run this script again.'
  chown -R root:root "$version"
  ln -s "versions/$name" "$site/current.new"
  mv -T "$site/current.new" "$site/current"
  did "Built $name."
fi

# --- Command, units and proxy ---
place() { # mode from to
  cmp -s "$2" "$3" && return
  install -D -m "$1" "$2" "$3"
  did "Wrote $3."
}
place 755 "$here/lessons" /usr/local/sbin/lessons
before=$changes
for unit in "$here"/systemd/*; do place 644 "$unit" "/etc/systemd/system/${unit##*/}"; done
units_changed=$((changes - before))
if [ "$caddy" = yes ]; then
  # shellcheck source=/dev/null
  host=$(. "$settings" && printf '%s' "${APP_URL#*://}")
  made=$(mktemp)
  sed "s|{\$SITE:lessons.example.com}|$host|" "$here/caddy/Caddyfile" >"$made"
  if ! cmp -s "$made" /etc/caddy/Caddyfile && [ -e /etc/caddy/Caddyfile ]; then
    [ -e /etc/caddy/Caddyfile.before-lessons ] ||
      cp -p /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before-lessons
  fi
  place 644 "$made" /etc/caddy/Caddyfile
  rm -f "$made"
fi

timers=''
for unit in "$here"/systemd/*.timer; do timers="$timers ${unit##*/}"; done
if [ "$start" = yes ]; then
  [ "$units_changed" = 0 ] || systemctl daemon-reload
  for unit in lessons.service $timers; do
    if ! systemctl is-enabled --quiet "$unit" || ! systemctl is-active --quiet "$unit"; then
      systemctl enable --now --quiet "$unit" || fail "$unit did not start: journalctl -u $unit says why."
      did "Started $unit."
    fi
  done
  if [ "$caddy" = yes ]; then
    systemctl enable --quiet caddy
    systemctl reload-or-restart caddy
  fi
fi

if [ "$changes" = 0 ]; then say 'Everything was there already: nothing was changed.'; fi
if [ "$start" = no ]; then
  say 'Left to do where systemd runs:'
  say "  systemctl daemon-reload && systemctl enable --now lessons.service$timers"
  [ "$caddy" = no ] || say '  systemctl enable caddy && systemctl reload-or-restart caddy'
fi
say "Settings: $settings (then: systemctl restart lessons). Commands: sudo lessons help."
