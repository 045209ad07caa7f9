#!/usr/bin/env bash
# Software: Caddy 2.6.2 (Debian 12, package caddy), request_body { max_size 11MB } before
#   reverse_proxy.
# Guess: as with client_max_body_size 11m of nginx, a body of 11 * 1024 * 1024 bytes passes, and a
#   longer one is answered with 413.
# Instead: MB is 1,000,000 bytes, so 11,100,000 bytes do not pass; and a body that is too long is
#   answered with 502, as if the server behind the proxy were away.
# Product: the sample says 13MiB (ops/deploy/caddy/Caddyfile), and the browser checks a file's size
#   before it sends anything (web/transport/send.ts).
set -euo pipefail
for program in caddy python3 curl; do
  command -v $program > /dev/null || { echo "apt-get install $program"; exit 2; }
done
folder=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$folder"' EXIT
cat >"$folder/upstream.py" <<'P'
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers['content-length']))
        self.send_response(200); self.send_header('content-length', '0'); self.end_headers()
    def log_message(self, *_): pass
http.server.HTTPServer(('127.0.0.1', 18651), Handler).serve_forever()
P
cat >"$folder/Caddyfile" <<'C'
{
	admin off
	auto_https off
}
http://:18652 {
	bind 127.0.0.1
	request_body {
		max_size 11MB
	}
	reverse_proxy 127.0.0.1:18651
}
C
python3 "$folder/upstream.py" &
HOME=$folder XDG_DATA_HOME=$folder caddy run --config "$folder/Caddyfile" --adapter caddyfile 2>/dev/null &
for _ in $(seq 50); do [ "$(curl -s -o /dev/null -w "%{http_code}" -d x http://127.0.0.1:18652/)" = 200 ] && break; sleep 0.2; done
send() {
  head -c "$1" /dev/zero >"$folder/body"
  curl -s -o /dev/null -w '%{http_code}' -H 'Expect:' --data-binary @"$folder/body" http://127.0.0.1:18652/
}
fits=$(send 10900000)
between=$(send 11100000)
caddy version
echo "10,900,000 bytes: $fits; 11,100,000 bytes, less than 11 MiB: $between"
[[ $fits == 200 && $between == 502 ]]
