#!/usr/bin/env bash
# Software: parse-prometheus-text-format 1.1.1 (npm).
# Guess: a histogram with the labels method and path is read as one for each path, with its buckets,
#   sum and count, as a counter with labels is read.
# Instead: one histogram without labels. Of each bucket it has the number of the path that comes
#   last: 90 of 100 pages and 1 of 7 bookings within a tenth of a second become 1 of 7. Sums and
#   counts are left out.
# Product: counts the answers beside the histogram by path and status in a counter of their own,
#   which is read rightly (lessons_requests_total in server/http/metrics.ts); its samples and its
#   manual name Prometheus itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact parse-prometheus-text-format@1.1.1
cat > read.cjs <<'JS'
const parse = require('parse-prometheus-text-format');
const histogram = (path, quick, all) =>
  [`_bucket{le="0.1",path="${path}"} ${quick}`, `_bucket{le="+Inf",path="${path}"} ${all}`,
    `_sum{path="${path}"} 5`, `_count{path="${path}"} ${all}`].map((line) => `seconds${line}`);
const read = parse([
  '# HELP requests_total Answers', '# TYPE requests_total counter',
  'requests_total{path="/"} 100', 'requests_total{path="/book"} 7',
  '# HELP seconds Time', '# TYPE seconds histogram',
  ...histogram('/', 90, 100), ...histogram('/book', 1, 7), '',
].join('\n'));
const [counter, seconds] = read.map(({ metrics }) => JSON.stringify(metrics));
console.log(`${counter}\n${seconds}`);
const isCounter = counter.includes('"labels":{"path":"/book"}');
process.exit(isCounter && seconds === '[{"buckets":{"0.1":"1","+Inf":"7"}}]' ? 0 : 1);
JS
node read.cjs
