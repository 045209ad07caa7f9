// Tests the business settings at their limits, and that the defaults are the agreed numbers.
import { expect, test } from 'vitest';

import { businessSchema, DEFAULT_BUSINESS, toPublicBusiness } from './business.ts';
import { faultsOf, letters } from './testing/faults.ts';

const faults = (changes: object) => faultsOf(businessSchema, { ...DEFAULT_BUSINESS, ...changes });
const pack = (credits: unknown, price_pence: unknown, name = 'Lessons') => ({
  credits,
  price_pence,
  name,
});
const one = pack(1, 3000);

test('the agreed numbers are the defaults, and valid', () => {
  expect(businessSchema.parse(DEFAULT_BUSINESS)).toEqual(DEFAULT_BUSINESS);
  expect(DEFAULT_BUSINESS.packages.map(({ price_pence }) => price_pence)).toEqual([
    3000, 14_000, 27_000,
  ]);
  expect(DEFAULT_BUSINESS).toMatchObject({ default_max_students: 10, response_hours: 24 });
});

test('every setting is required', () => {
  expect(faultsOf(businessSchema, {}).map((fault) => fault.split(':')[0])).toEqual([
    'packages',
    'usual_times',
    'default_max_students',
    'default_meeting_link',
    'response_hours',
  ]);
});

const ORDER = 'A package must have more credits than the one before it';
const FIRST = 'The first package must be 1 credit, whose price is the price of a lesson';
const DEARER = 'A larger package must not cost more for each credit than a smaller one';
const EACH = 'Price must be from £1 to £500 for each credit';
const PENCE = 'Price must be in pounds and whole pence, such as 27.50';
const COUNT = 'Offer from 1 to 6 packages';
const six = [1, 2, 3, 4, 5, 6].map((credits) => pack(credits, 3000 * credits));

test.each([
  ['one package', [one], []],
  ['the cheapest and the dearest credit', [pack(1, 50_000), pack(100, 10_000)], []],
  ['the same price for each credit', [one, pack(3, 9000)], []],
  ['six packages', six, []],
  ['the longest name', [pack(1, 3000, letters(60))], []],
  ['no package', [], [`packages: ${COUNT}`]],
  ['seven packages', [...six, pack(7, 21_000)], [`packages: ${COUNT}`]],
  ['no list', 'none', [`packages: ${COUNT}`]],
  ['a price of 0', [pack(1, 0)], [`packages.0.price_pence: ${EACH}`]],
  ['99 pence', [pack(1, 99)], [`packages.0.price_pence: ${EACH}`]],
  ['£500.01', [pack(1, 50_001)], [`packages.0.price_pence: ${EACH}`]],
  ['£9,999', [pack(1, 999_900)], [`packages.0.price_pence: ${EACH}`]],
  ['99 pence for each of 3', [one, pack(3, 299)], [`packages.1.price_pence: ${EACH}`]],
  ['part of a penny', [pack(1, 2999.9)], [`packages.0.price_pence: ${PENCE}`]],
  ['a price in words', [pack(1, '3000')], [`packages.0.price_pence: ${PENCE}`]],
  ['no package of 1 credit', [pack(2, 6000)], [`packages.0.credits: ${FIRST}`]],
  [
    'packages in another order',
    [pack(5, 14_000), one],
    [`packages.0.credits: ${FIRST}`, `packages.1.credits: ${ORDER}`],
  ],
  ['a package twice', [one, one], [`packages.1.credits: ${ORDER}`]],
  ['a dearer large package', [one, pack(5, 15_001)], [`packages.1.price_pence: ${DEARER}`]],
  [
    'a dearer one after a cheaper one',
    [one, pack(5, 14_000), pack(10, 28_001)],
    [`packages.2.price_pence: ${DEARER}`],
  ],
  [
    '101 credits',
    [one, pack(101, 101_000)],
    ['packages.1.credits: Credits must be a whole number from 1 to 100'],
  ],
  ['no name', [pack(1, 3000, ' ')], ['packages.0.name: Give the package a name']],
  [
    'a long name',
    [pack(1, 3000, letters(61))],
    ['packages.0.name: Package name must be less than 60 characters'],
  ],
])('packages: %s', (_, packages, expected) => {
  expect(faults({ packages })).toEqual(expected);
});

const WEEKDAY = 'Weekday must be a whole number from 1 (Monday) to 7 (Sunday)';
const TIMES = 'Give from 1 to 14 usual times';
const nine = { weekday: 6, time: '09:00:00' };
const fortnight = Array.from({ length: 14 }, (_, n) => ({
  weekday: (n % 7) + 1,
  time: n < 7 ? '17:30:00' : '18:30:00',
}));

test.each([
  ['one time', [nine], []],
  ['the same time on two days', [nine, { ...nine, weekday: 1 }], []],
  ['fourteen times', fortnight, []],
  ['no time', [], [`usual_times: ${TIMES}`]],
  ['fifteen times', [...fortnight, nine], [`usual_times: ${TIMES}`]],
  [
    'a time twice',
    [nine, { ...nine, weekday: 7 }, nine],
    ['usual_times.2.time: This time is listed already'],
  ],
  ['weekday 0', [{ ...nine, weekday: 0 }], [`usual_times.0.weekday: ${WEEKDAY}`]],
  ['weekday 8', [{ ...nine, weekday: 8 }], [`usual_times.0.weekday: ${WEEKDAY}`]],
  [
    'no seconds',
    [{ ...nine, time: '09:00' }],
    ['usual_times.0.time: Time must be in HH:MM:SS format'],
  ],
])('usual times: %s', (_, usual_times, expected) => {
  expect(faults({ usual_times })).toEqual(expected);
});

test.each([
  ['response_hours', 1, true],
  ['response_hours', 168, true],
  ['response_hours', 0, false],
  ['response_hours', 169, false],
  ['response_hours', 1.5, false],
  ['default_max_students', 1, true],
  ['default_max_students', 50, true],
  ['default_max_students', 0, false],
  ['default_max_students', 51, false],
  ['default_meeting_link', null, true],
  ['default_meeting_link', 'https://meet.example.com/room', true],
  ['default_meeting_link', '', false],
  ['default_meeting_link', 'javascript:alert(1)', false],
] as const)('%s can be %j: %s', (field, value, isValid) => {
  const found = faults({ [field]: value });
  expect(found).toEqual(isValid ? [] : [expect.stringMatching(new RegExp(`^${field}: `))]);
});

test('pages never learn the meeting link', () => {
  const business = { ...DEFAULT_BUSINESS, default_meeting_link: 'https://meet.example.com/room' };
  expect(JSON.stringify(toPublicBusiness(business))).not.toContain('meet.example.com');
});
