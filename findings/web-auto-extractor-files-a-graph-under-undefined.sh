#!/usr/bin/env bash
# Software: web-auto-extractor 1.0.17 (npm), which collects the structured data of a page by type.
# Guess: of a JSON-LD block with a school and a course in its @graph it has one of each type, as it
#   has of a list of the two, and as search engines read both.
# Instead: it has one record of the type 'undefined', which is the whole block: no course, no price.
# Product: has a graph, in which the course names its school by an @id, so that both are one
#   (structuredData in web/prerender/head.tsx); the price stands in the page's words, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact web-auto-extractor@1.0.17
cat > data.cjs <<'JS'
const { default: extract } = require('web-auto-extractor');
const records = [
  { '@type': 'EducationalOrganization', '@id': 'https://lessons.example/#school', name: 'Sample Physics' },
  { '@type': 'Course', name: 'Physics', provider: { '@id': 'https://lessons.example/#school' } },
];
const context = { '@context': 'https://schema.org' };
const typesOf = (data) => Object.keys(extract().parse(
  `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head><body></body></html>`,
).jsonld);
const list = typesOf(records.map((record) => ({ ...context, ...record })));
const graph = typesOf({ ...context, '@graph': records });
console.log({ list, graph });
process.exit(list.join() === 'EducationalOrganization,Course' && graph.join() === 'undefined' ? 0 : 1);
JS
node data.cjs
