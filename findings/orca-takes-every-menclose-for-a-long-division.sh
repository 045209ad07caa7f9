#!/usr/bin/env bash
# Software: Orca 43.1 with Firefox ESR 153.8 (Debian 12: orca, firefox-esr, at-spi2-core, dbus,
#   xvfb, xdotool).
# Guess: menclose with updiagonalstrike, which Firefox draws as a cancelled letter, is read as
#   crossed out, and with bottom as underlined.
# Instead: each is 'Enclosed by: a long division sign', whatever the notation.
# Product: no menclose; lines are drawn by the stylesheet and said in words that do not show
#   (server/topics/math-drawing.ts, drawLines).
set -euo pipefail
for program in orca firefox-esr Xvfb xdotool dbus-run-session; do
  command -v "$program" > /dev/null || {
    echo 'apt-get install orca firefox-esr at-spi2-core dbus xvfb xdotool'
    exit 2
  }
done
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 1000x800x24 3> "$folder/display" 2> /dev/null &
screen=$!
trap 'kill "$screen"; rm -rf "$folder"' EXIT
until [[ -s $folder/display ]]; do sleep 0.2; done
cat > "$folder/page.html" <<'HTML'
<!doctype html><html lang="en"><meta charset="utf-8"><title>Formulas</title>
<p>First.</p><p><math><menclose notation="updiagonalstrike"><mi>x</mi></menclose></math></p>
<p>Second.</p><p><math><menclose notation="bottom"><mi>u</mi></menclose></math></p>
<p>Third.</p><p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p><p>End.</p>
HTML
mkdir -p "$folder/profile" "$folder/home" "$folder/run"
chmod 700 "$folder/run"
cat > "$folder/profile/user.js" <<'JS'
user_pref('accessibility.force_disabled', -1);
user_pref('browser.aboutwelcome.enabled', false);
user_pref('browser.startup.homepage_override.mstone', 'ignore');
user_pref('datareporting.policy.dataSubmissionEnabled', false);
JS
cat > "$folder/session.sh" <<'SESSION'
/usr/libexec/at-spi-bus-launcher --launch-immediately &
sleep 1
timeout 120 orca --debug-file="$folder/spoken" --replace &
sleep 6
timeout 100 firefox-esr --no-remote --profile "$folder/profile" "file://$folder/page.html" &
window=
until [[ -n $window ]]; do
  sleep 1
  window=$(xdotool search --onlyvisible --class firefox | tail -1)
done
until grep -aq 'Finished loading Formulas' "$folder"/spoken*; do sleep 1; done
sleep 3
# The first keys may come before the page takes them.
for _ in 1 2 3; do
  xdotool windowfocus "$window" mousemove 400 400 click 1 key ctrl+Home
  for _ in 1 2 3 4 5 6 7 8; do
    sleep 1
    xdotool key Down
  done
  if grep -aq 'fraction end' "$folder"/spoken*; then break; fi
done
sleep 2
SESSION
export folder HOME="$folder/home" XDG_RUNTIME_DIR="$folder/run" GNOME_ACCESSIBILITY=1
DISPLAY=:$(cat "$folder/display") timeout 150 dbus-run-session -- bash "$folder/session.sh" > /dev/null 2>&1 || true
said=$(grep -ao "SPEECH OUTPUT: '[^']*'" "$folder"/spoken* | cut -d"'" -f2)
echo "$said"
[[ $(grep -c 'long division' <<< "$said") -ge 2 ]] && grep -q 'over b' <<< "$said"
