#!/usr/bin/env bash
# Software: @apiture/openapi-down-convert 0.14.2 (npm), which makes OpenAPI 3.0 of 3.1, for
#   generators that know 3.0 alone.
# Guess: what may be null, an anyOf of a string with a length and null, as the library Zod writes
#   it, becomes nullable: true, as "type": ["string", "null"] does; and const an enum of one.
# Instead: the anyOf stays with its null, which is no type in 3.0, without a word, although the
#   document says that it is 3.0.3. const and the list of types are right.
# Product: its document has the list of types for what may be null (server/http/merge-null.ts). What
#   is always null, or one of several records or types, as the string, integer or null in a term's
#   Topic_IDs, is left.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @apiture/openapi-down-convert@0.14.2
cat > convert.cjs <<'JS'
const { Converter } = require('@apiture/openapi-down-convert');
const schemas = {
  choice: { anyOf: [{ type: 'string', maxLength: 80 }, { type: 'null' }] },
  list: { type: ['string', 'null'] },
  fixed: { const: 'gcse' },
};
const document = { openapi: '3.1.0', info: { title: 'Lessons', version: '1' }, paths: {}, components: { schemas } };
const { openapi, components: { schemas: { choice, list, fixed } } } = new Converter(document).convert();
console.log(openapi, JSON.stringify({ choice, list, fixed }));
const isSeen = openapi.startsWith('3.0') && choice.anyOf?.[1]?.type === 'null' &&
  list.type === 'string' && list.nullable === true && fixed.enum?.[0] === 'gcse';
process.exit(isSeen ? 0 : 1);
JS
node convert.cjs
