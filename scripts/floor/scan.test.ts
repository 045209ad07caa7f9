// Tests what is found to be newer than the oldest supported browsers.
import { expect, test } from 'vitest';

import { readNewer } from './newer.ts';
import { newerInScript, newerInStyle } from './scan.ts';

const newer = readNewer();

test.for([
  ['an array that is copied', 'rows.toSorted(byName)', 'toSorted'],
  ['rows by key', 'Map.groupBy(rows, keyOf)', 'Map.groupBy'],
  ['objects by key', 'Object.groupBy(rows, keyOf)', 'Object.groupBy'],
  ['a promise with its resolvers', 'Promise.withResolvers()', 'Promise.withResolvers'],
  ['an array of what comes later', 'Array.fromAsync(rows)', 'Array.fromAsync'],
  ['a set within another', 'chosen.isSubsetOf(right)', 'isSubsetOf'],
  ['an address', 'URL.canParse(text)', 'URL.canParse'],
  ['signals together', 'AbortSignal.any(signals)', 'AbortSignal.any'],
  ['a duration in words', 'new Intl.DurationFormat()', 'Intl.DurationFormat'],
  ['a pattern of sets', '/[\\p{L}--[a-z]]/v', '/v'],
  ['a part without case', '/(?i:a)b/', '(?i:)'],
] as const)('finds %s', ([, code, name]) => {
  expect([...newerInScript(code, newer)]).toEqual([name]);
});

test.for([
  'rows.at(-1)',
  'structuredClone(row)',
  'rows.findLast(isRight)',
  'Object.hasOwn(row, key)',
  'text.replaceAll(a, b)',
  'crypto.randomUUID()',
  'new Intl.ListFormat().format(names)',
  '/(?<!a)b/u',
])('finds nothing in %s', (code) => {
  expect([...newerInScript(code, newer)]).toEqual([]);
});

test.for([
  ['a:has(b){c:d}', ':has()'],
  ['a{color:light-dark(red,blue)}', 'light-dark()'],
  ['a{color:red;&:hover{color:blue}}', 'nesting'],
  ['@starting-style{a{opacity:0}}', '@starting-style'],
  ['@scope(a){b{c:d}}', '@scope'],
] as const)('finds the newer part of %s', ([code, name]) => {
  expect([...newerInStyle(code)]).toEqual([name]);
});

test('finds nothing in styles that the oldest browsers know', () => {
  const known = 'a{height:100dvh;inset:0}@media (width<48rem){a:is(b,c):not(d){gap:1rem}}';
  expect([...newerInStyle(known)]).toEqual([]);
});
