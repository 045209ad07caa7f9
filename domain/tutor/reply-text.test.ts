// Tests how reply templates are filled in, and that names are not treated as placeholders.
import { expect, test } from 'vitest';

import { fillGreeting, fillSubject, fillTemplate } from './reply-text.ts';
import { DEFAULT_REPLY, DEFAULT_SETTINGS, settingsSchema, SHIPPED_TEMPLATES } from './settings.ts';

const lessons = [
  { Lesson_Name: 'GCSE Forces', starts_at: '2026-11-28T09:00:00.000Z', availableSpots: 2 },
  { Lesson_Name: 'A-level Waves', starts_at: '2026-11-28T10:00:00.000Z', availableSpots: 0 },
  { Lesson_Name: 'GCSE Energy', starts_at: '2027-06-05T08:00:00.000Z', availableSpots: 1 },
];
const facts = { name: 'Ada King', year_class: 'year-10', lessons } as const;

test.each([
  ['Dear {name},', facts, 'Dear Ada King,'],
  ['{name} and {name}', facts, 'Ada King and Ada King'],
  ['in {year}', facts, 'in Year 10'],
  [
    '{lessons}',
    facts,
    'Saturday 28 November 2026 at 09:00 UK time: GCSE Forces\nSaturday 5 June 2027 at 09:00 UK time: GCSE Energy',
  ],
  ['{lessons}', { ...facts, lessons: [] }, 'The next lessons are about to be announced.'],
  ['{Name} {unknown} {}', facts, '{Name} {unknown} {}'],
  ['', facts, ''],
])('fills %j', (template, given, filled) => {
  expect(fillTemplate(template, given)).toBe(filled);
});

const HOSTILE = 'Claim £50 at evil.example';

test.each([
  ['Dear {name},', 'Hello,'],
  ['Hi {name}!', 'Hello!'],
  ['Good morning, {name}\n\nThank you.', 'Hello\n\nThank you.'],
  ['{name},\n\nthank you.', 'Hello,\n\nthank you.'],
  ['Dear {name}, thank you.', 'Hello, thank you.'],
  ['{name}, thank you.', 'Thank you.'],
  ['Thank you. {name}, we start soon.', 'Thank you. We start soon.'],
  ['Thank you, {name}.', 'Thank you.'],
  ['Thank you {name}, for asking.', 'Thank you, for asking.'],
  ['Thank you, dear {name}!', 'Thank you!'],
  ['A lesson for {name} in {year}', 'A lesson for you in Year 10'],
  ["{name}'s first lesson", 'Your first lesson'],
  ['About {name}’s first lesson', 'About your first lesson'],
  ['{name}: {year}', 'Year 10'],
  ['A {Name} and {unknown}', 'A {Name} and {unknown}'],
])('%j leaves out a name that is not plain', (template, filled) => {
  expect(fillTemplate(template, { ...facts, name: HOSTILE })).toBe(filled);
});

test('every shipped template reads well without a name', () => {
  for (const { subject, text } of SHIPPED_TEMPLATES) {
    const filled = fillTemplate(text, { ...facts, name: HOSTILE });
    expect(filled).toMatch(/^Hello,\n\n[A-Z]/);
    expect(filled).not.toContain('evil');
    expect(fillSubject(subject, { ...facts, name: HOSTILE })).toBe(subject);
  }
});

test('shipped templates are valid and use only known placeholders', () => {
  expect(settingsSchema.parse(DEFAULT_SETTINGS)).toEqual(DEFAULT_SETTINGS);
  for (const { text } of SHIPPED_TEMPLATES) expect(fillTemplate(text, facts)).not.toMatch(/[{}]/);
  expect(DEFAULT_REPLY).toBe(SHIPPED_TEMPLATES[0]?.text);
});

test.each([
  ['{name}: {year}', 'Ada King: Year 10'],
  ['{lessons} {Name} $&', '{lessons} {Name} $&'],
  ['\u{1f52d}'.repeat(128), '\u{1f52d}'.repeat(127)],
  ['{name}'.repeat(60), 'Ada King'.repeat(60).slice(0, 255)],
])('the subject %j', (template, filled) => {
  expect(fillSubject(template, facts)).toBe(filled);
});

test('does not treat a name as a placeholder or a pattern', () => {
  expect(fillTemplate('Dear {name},', { ...facts, name: '{lessons} $& $1' })).toBe('Hello,');
  expect(fillSubject('{name}', { ...facts, name: '{year} $&' })).toBe('Hello');
  expect(fillSubject('{name}', { ...facts, name: '$& $1' })).toBe('Hello');
  expect(fillGreeting('Hi {name} and {name}', '{name} $&')).toBe('Hi {name} $& and {name} $&');
});
