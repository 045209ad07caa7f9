#!/usr/bin/env bash
# Software: WebKitGTK 2.50.6 (Debian 12, gir1.2-webkit2-4.1 with python3-gi and xvfb).
# Guess: 'text-align: -webkit-right', which Chromium needs to align a cell of MathML to the right,
#   does the same in WebKit as 'right', whose name it bears.
# Instead: it is inherited into msup and moves the exponent away from its base, so that v² reads as
#   v with a 2 over the equals sign; with 'right' the exponent stays.
# Product: -webkit-right only where math-depth is known, which WebKit does not know
#   (web/styles/rendered.css, .tml-right).
set -euo pipefail
command -v Xvfb > /dev/null && /usr/bin/python3 -c 'import gi; gi.require_version("WebKit2", "4.1")' 2> /dev/null ||
  { echo 'apt-get install xvfb python3-gi gir1.2-webkit2-4.1'; exit 2; }
folder=$(mktemp -d)
Xvfb -displayfd 3 -screen 0 800x600x24 3> "$folder/display" 2> /dev/null &
screen=$!
trap 'kill "$screen"; rm -rf "$folder"' EXIT
until [[ -s $folder/display ]]; do sleep 0.2; done
table() {
  echo "<math id=$1><mtable><mtr><mtd style='text-align: $2'><msup><mi>v</mi><mn>2</mn></msup></mtd></mtr><mtr><mtd><mi>wwwwwwww</mi></mtd></mtr></mtable></math>"
}
{ echo '<!doctype html><meta charset=utf-8>'; table plain right; table prefixed -webkit-right; } > "$folder/page.html"
cat > "$folder/measure.py" <<'PY'
import sys, gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2
GAPS = """['plain', 'prefixed'].map((id) => {
  const [base, power] = document.querySelector('#' + id + ' msup').children;
  return Math.round(power.getBoundingClientRect().left - base.getBoundingClientRect().right);
}).join(' ')"""
window, view = Gtk.Window(), WebKit2.WebView()
window.add(view)
window.show_all()
def done(view, result):
    print(view.evaluate_javascript_finish(result).to_string())
    Gtk.main_quit()
def changed(view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        view.evaluate_javascript(GAPS, -1, None, None, None, done)
view.connect('load-changed', changed)
view.load_uri('file://' + sys.argv[1])
Gtk.main()
PY
gaps=$(DISPLAY=:$(cat "$folder/display") WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1 \
  WEBKIT_DISABLE_DMABUF_RENDERER=1 LIBGL_ALWAYS_SOFTWARE=1 \
  timeout 90 /usr/bin/python3 "$folder/measure.py" "$folder/page.html" 2> /dev/null)
read -r plain prefixed <<< "$gaps"
echo "px between v and its exponent: right $plain, -webkit-right $prefixed"
[[ $plain -le 2 && $prefixed -ge 5 ]]
