#!/usr/bin/env bash
# Software: @platformatic/promotel 0.2.2 (npm), which passes metrics of Prometheus on as
#   OpenTelemetry's.
# Guess: a counter with the label path="/api/lessons/{id}", the pattern of a route as OpenAPI writes
#   it, is read like one with path="/api/bookings", or the text is refused.
# Instead: the line is left out without a word, because a label ends at the first closing brace for
#   it. Of all routes those with an id have no answers and no times; with :id they are read.
# Product: writes the patterns with :id (createRecorderOf in server/http/metrics.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @platformatic/promotel@0.2.2
cat > read.mjs <<'JS'
import { parse } from '@platformatic/promotel';
const paths = ['/api/lessons/{id}', '/api/bookings', '/api/lessons/:id'];
const lines = paths.map((path) => `requests_total{path="${path}"} 12`);
const { timeseries } = await parse(
  ['# HELP requests_total Answers', '# TYPE requests_total counter', ...lines, ''].join('\n'),
);
const seen = timeseries.map(({ labels }) => labels.find(({ name }) => name === 'path').value);
console.log(seen.join(' '));
process.exit(seen.join(' ') === '/api/bookings /api/lessons/:id' ? 0 : 1);
JS
node read.mjs
