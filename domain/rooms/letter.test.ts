// When the letter after a lesson goes, and what the tutor can still change.
import { expect, test } from 'vitest';

import {
  describeLetter,
  letterChangesSchema,
  type LetterFacts,
  refuseLetterChange,
  sendsAtOnce,
  startsWithLetterAt,
} from './letter.ts';

const starts_at = Date.parse('2026-11-21T09:00:00Z');
const DUE = '2026-11-21T11:00:00.000Z';
const facts: LetterFacts = {
  starts_at,
  hasTopic: true,
  sentence: '',
  isOff: false,
  sent_at: null,
};

test.each([
  ['2026-11-21T10:59:59.999Z', false],
  [DUE, true],
  ['2026-11-22T10:59:59.999Z', true],
  ['2026-11-22T11:00:00.000Z', false],
])('at %s a letter goes: %s', (now, goes) => {
  const { from, to } = startsWithLetterAt(Date.parse(now));
  expect(starts_at > from && starts_at <= to).toBe(goes);
});

test.each([
  ['planned', {}, { state: 'planned', sends_at: DUE, sent_at: null }],
  ['with nothing to say', { hasTopic: false }, { state: 'planned', sends_at: null }],
  ['with a sentence', { hasTopic: false, sentence: 'Well done.' }, { sends_at: DUE }],
  ['off', { isOff: true }, { state: 'off', sends_at: null }],
  ['sent', { sent_at: starts_at }, { state: 'sent', sends_at: null }],
  ['sent, then off', { sent_at: starts_at, isOff: true }, { state: 'sent' }],
])('%s', (_, changes, letter) => {
  expect(describeLetter({ ...facts, ...changes }, starts_at)).toMatchObject(letter);
});

test('does not go by itself a day later', () => {
  const at = (now: string) => describeLetter(facts, Date.parse(now)).sends_at;
  expect(at('2026-11-22T10:59:59.999Z')).toBe(DUE);
  expect(at('2026-11-22T11:00:00.000Z')).toBeNull();
});

test.each([
  ['2026-11-21T09:59:59.999Z', null, 'lesson_not_over'],
  ['2026-11-21T10:00:00.000Z', null, null],
  ['2026-11-21T10:00:00.000Z', 1, 'letter_sent'],
  ['2026-11-28T23:59:59.999Z', null, null],
  ['2026-11-29T00:00:00.000Z', null, 'too_late_to_send'],
])('at %s, sent at %s: %s', (now, sent_at, refusal) => {
  expect(refuseLetterChange({ starts_at, sent_at }, Date.parse(now))).toBe(refusal);
});

test('the seventh day ends by the UK clock', () => {
  const summer = { starts_at: Date.parse('2026-10-20T15:00:00Z'), sent_at: null };
  const at = (now: string) => refuseLetterChange(summer, Date.parse(now));
  expect(at('2026-10-27T23:59:59.999Z')).toBeNull();
  expect(at('2026-10-28T00:00:00.000Z')).toBe('too_late_to_send');
});

test.each([
  ['a state', {}, { state: 'sent' }, '2026-11-21T10:00:00Z', true],
  ['a state while all are off', { isOff: true }, { state: 'sent' }, DUE, false],
  ['a sentence before its time', {}, { sentence: 'x' }, '2026-11-21T10:59:59Z', false],
  ['a sentence after its time', {}, { sentence: 'x' }, DUE, true],
  ['a sentence while it is off', { isOff: true }, { sentence: 'x' }, DUE, false],
  ['no sentence', { hasTopic: false }, { sentence: '' }, DUE, false],
  ['planned after its time', {}, { state: 'planned' }, DUE, true],
] as const)('%s sends it at once: %s', (_, changes, change, now, sends) => {
  expect(sendsAtOnce({ ...facts, ...changes }, change, Date.parse(now))).toBe(sends);
});

test.each([
  ['x'.repeat(500), true],
  ['x'.repeat(501), false],
  ['a\u0000b', false],
  [7, false],
])('takes a sentence: %#', (sentence, isTaken) => {
  expect(letterChangesSchema.safeParse({ sentence }).success).toBe(isTaken);
});
