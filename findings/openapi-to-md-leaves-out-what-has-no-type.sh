#!/usr/bin/env bash
# Software: openapi-to-md 1.1.1 and @scalar/openapi-to-markdown 1.3.0 (npm), which make Markdown of
#   an OpenAPI document.
# Guess: the part { "properties": { "code": { "enum": [...] } } } of an allOf, which needs no type
#   by JSON Schema, is shown with its property and values, as with "type": "object" and "string".
# Instead: openapi-to-md writes the name of the other part, an & and nothing. The other program says
#   that the code is an object with the possible value 'lesson_full'. With the types both are right.
# Product: names the type of every list of values and of every part with properties
#   (failureResponses and failureSchema in server/http/openapi.ts).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact \
  openapi-to-md@1.1.1 @scalar/openapi-to-markdown@1.3.0
cat > write.mjs <<'JS'
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createMarkdownFromOpenApi } from '@scalar/openapi-to-markdown';
const error = { type: 'string' };
const part = (isTyped) => ({
  ...(isTyped ? { type: 'object' } : {}),
  properties: { code: { ...(isTyped ? { type: 'string' } : {}), enum: ['lesson_full'] } },
});
const write = async (isTyped) => {
  const allOf = [{ $ref: '#/components/schemas/Failure' }, part(isTyped)];
  const content = { 'application/json': { schema: { allOf } } };
  const api = {
    openapi: '3.1.0',
    info: { title: 'Lessons', version: '1' },
    paths: { '/bookings': { post: { responses: { 409: { description: 'No.', content } } } } },
    components: { schemas: { Failure: { type: 'object', properties: { error } } } },
  };
  writeFileSync('api.json', JSON.stringify(api));
  execFileSync('./node_modules/.bin/openapi-to-md', ['api.json', 'api.md']);
  const own = /Failure &[^`]*/.exec(readFileSync('api.md', 'utf8'))[0].replace(/\s+/g, ' ').trim();
  const scalar = await createMarkdownFromOpenApi(JSON.stringify(api));
  return `${own} / ${/`(\w+)`, possible values: `"lesson_full"`/.exec(scalar)[1]}`;
};
const seen = [await write(false), await write(true)];
console.log(seen.join('\n'));
const expected = ['Failure & / object', 'Failure & { code?: enum[lesson_full] } / string'];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node write.mjs
