#!/usr/bin/env bash
# Software: openapi-markdown 1.2.3 (npm), which makes Markdown of an OpenAPI document.
# Guess: of an answer that is described as 'lesson_full: It is full. | lesson_started: It has
#   started.' it writes both sentences into the cell beside the status, with the bar as \|.
# Instead: the bar stays and ends the cell, so that the row has one cell more than its table. GitHub
#   and others show no such cell: of two refusals with one status only the first is in the manual.
# Product: has no bar in a description (failureResponses in server/http/openapi.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact openapi-markdown@1.2.3
cat > api.json <<'JSON'
{"openapi": "3.0.3", "info": {"title": "Lessons", "version": "1"},
 "paths": {"/bookings": {"post": {"summary": "Book", "responses": {
  "201": {"description": "Booked."},
  "409": {"description": "lesson_full: It is full. | lesson_started: It has started."}}}}}}
JSON
./node_modules/.bin/openapi-markdown -i api.json -o api.md > /dev/null
row=$(grep '^| 409' api.md)
echo "$row"
[[ $row == '| 409 | lesson_full: It is full. | lesson_started: It has started. |' ]]
