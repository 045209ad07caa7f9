// What differs between two contents of the site, and every field of the content in the editor.
import { expect, test } from 'vitest';

import { contentParts } from '../../../domain/site/content.ts';
import * as sample from '../../content/tutor.ts';
import { differencesOf } from './changes-view.tsx';
import { textAt, withValue, type EditorField } from './editing.ts';
import { parts } from './parts.ts';

const content = { ...sample };
const faq = content.faq.entries;
const changesOf = (after: typeof content) =>
  differencesOf(content, after).flatMap(({ changes }) => changes);

test('finds nothing in equal contents', () => {
  expect(differencesOf(content, structuredClone(content))).toEqual([]);
});

test('shows a changed text with both of its wordings', () => {
  expect(differencesOf(content, withValue(content, 'hero.heading', 'New'))).toEqual([
    { part: 'hero', changes: [{ label: 'Heading', before: content.hero.heading, after: 'New' }] },
  ]);
});

test.each([
  ['added', [...faq, { question: 'Why?', answer: 'So.' }], ['Question 7', null, 'Why?\nSo.']],
  ['removed', faq.slice(1), ['Question 1', `${faq[0]?.question}\n${faq[0]?.answer}`, null]],
])('shows an entry that is %s', (_, entries, [label, before, after]) => {
  expect(changesOf(withValue(content, 'faq.entries', entries))).toEqual([{ label, before, after }]);
});

test('shows a moved entry as another order', () => {
  const changes = changesOf(withValue(content, 'faq.entries', faq.toReversed()));
  expect(changes.map(({ label }) => label)).toEqual(['Order: Questions']);
});

test('removes and adds what is optional', () => {
  const without = withValue(content, 'hero.trust.check', undefined);
  expect('check' in without.hero.trust).toBe(false);
  expect(changesOf(without)).toMatchObject([{ label: 'Safeguarding check', after: null }]);
});

/** The paths of all texts of a value. */
const textsOf = (value: unknown, path: string): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
    : [path];

/** The paths of all fields that the editor shows. */
const fieldsOf = (field: EditorField, base: string): string[] => {
  const path = `${base}.${field.key}`;
  if (field.kind === 'picture') return ['id', 'alt'].map((key) => `${path}.${key}`);
  if (field.kind === 'group') return field.fields.flatMap((one) => fieldsOf(one, path));
  if (field.kind !== 'list') return [path];
  return Array.from({ length: 20 }, (_, index) => `${path}.${index}`).flatMap((entry) =>
    field.fields === null ? [entry] : field.fields.flatMap((one) => fieldsOf(one, entry)),
  );
};

test('has a field for every text of the site', () => {
  for (const part of contentParts) {
    const fields = new Set(parts[part].fields.flatMap((field) => fieldsOf(field, part)));
    expect(textsOf(content[part], part).filter((path) => !fields.has(path))).toEqual([]);
  }
  expect(textAt(content, 'testimonials.entries.0.rating')).toBe('5');
});
