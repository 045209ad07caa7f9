#!/usr/bin/env bash
# Software: Firefox ESR 153 and Chromium 156 (Debian 12), driven by puppeteer-core 25.16.0; nginx
#   1.22.1.
# Guess: the Fetch standard keys connections by whether credentials are included, so fetch with
#   credentials: 'omit' and with 'same-origin' use two HTTP/2 connections in every browser.
# Instead: Chromium does so, and Firefox uses the one that it has for both.
# Product: after a silence a page changes credentials to leave a stalled connection, which helps in
#   Chromium alone (web/transport/send.ts, docs/lesson-room.md).
set -euo pipefail
for program in nginx chromium firefox-esr openssl npm; do
  command -v $program > /dev/null || { echo "apt-get install $program"; exit 2; }
done
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2> /dev/null || true; wait 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund puppeteer-core@25.16.0 > /dev/null
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
  -keyout key.pem -out cert.pem 2> /dev/null
cat > nginx.conf <<CONF
daemon off;
pid $folder/pid;
events {}
http {
  log_format connection '\$connection \$server_protocol \$request_uri';
  access_log $folder/log connection;
  client_body_temp_path $folder/a; proxy_temp_path $folder/b; fastcgi_temp_path $folder/c;
  uwsgi_temp_path $folder/d; scgi_temp_path $folder/e;
  server {
    listen 127.0.0.1:18653 ssl http2;
    ssl_certificate cert.pem;
    ssl_certificate_key key.pem;
    default_type text/html;
    location / { return 200 hello; }
  }
}
CONF
nginx -c "$folder/nginx.conf" -p "$folder" -e "$folder/error" &
cat > ask.mjs <<'JS'
import puppeteer from 'puppeteer-core';
const [browser, executablePath] = process.argv.slice(2);
const opened = await puppeteer.launch({ browser, executablePath, headless: true, acceptInsecureCerts: true,
  args: browser === 'chrome' ? ['--no-sandbox'] : [] });
const page = await opened.newPage();
await page.goto(`https://localhost:18653/${browser}`);
await page.evaluate(async (name) => {
  for (const credentials of ['omit', 'same-origin', 'omit', 'same-origin'])
    await fetch(`/${name}-${credentials}`, { credentials, cache: 'no-store' });
}, browser);
await opened.close();
JS
export HOME=$folder
node ask.mjs chrome "$(command -v chromium)"
node ask.mjs firefox "$(command -v firefox-esr)"
count() { grep -E "HTTP/2.0 /$1-" log | cut -d ' ' -f 1 | sort -u | wc -l; }
echo "connections for both: Chromium $(count chrome), Firefox $(count firefox)"
[[ $(count chrome) == 2 && $(count firefox) == 1 ]]
