// The form of the business settings: what is typed, and where its faults stand.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../../../../domain/business.ts';
import { businessForm, draftOf, readPounds, writePounds } from './business-settings.tsx';

const draft = draftOf(DEFAULT_BUSINESS);
const [single, five] = draft.packages;
const faultsOf = (changes: object) =>
  businessForm
    .safeParse({ business: { ...draft, ...changes } })
    .error?.issues.map(({ path }) => path.join('.')) ?? [];

test('an unchanged form is what was stored', () => {
  for (const default_meeting_link of [null, 'https://meet.example.com/room']) {
    const business = { ...DEFAULT_BUSINESS, default_meeting_link };
    expect(businessForm.parse({ business: draftOf(business) })).toEqual({ business });
  }
});

test.each([
  ['30', 3000],
  [' £27.50 ', 2750],
  ['1,050', 105_000],
  ['0.1', 10],
  ['19.99', 1999],
  ['29.999', Number.NaN],
  ['', Number.NaN],
  // The schema says from how much a price can be.
  ['-5', -500],
  ['5-', Number.NaN],
  ['1e3', Number.NaN],
  ['thirty', Number.NaN],
])('reads %j as %d pence', (text, pence) => {
  expect(readPounds(text)).toBe(pence);
});

test('writes pence only where there are some', () => {
  expect([3000, 2750, 105].map(writePounds)).toEqual(['30', '27.50', '1.05']);
});

test.each([
  [
    'part of a penny',
    { packages: [{ ...single, price_pence: '29.999' }] },
    'packages.0.price_pence',
  ],
  ['less than nothing', { packages: [{ ...single, price_pence: '-5' }] }, 'packages.0.price_pence'],
  ['no price', { packages: [{ ...single, price_pence: '' }] }, 'packages.0.price_pence'],
  [
    'no number of credits',
    { packages: [single, { ...five, credits: Number.NaN }] },
    'packages.1.credits',
  ],
  [
    'a dearer package',
    { packages: [single, { ...five, price_pence: '151' }] },
    'packages.1.price_pence',
  ],
  ['no time', { usual_times: [{ weekday: '6', time: '' }] }, 'usual_times.0.time'],
  [
    'a time twice',
    { usual_times: [draft.usual_times[0], draft.usual_times[0]] },
    'usual_times.1.time',
  ],
  ['a link that is none', { default_meeting_link: 'meet' }, 'default_meeting_link'],
  ['no hours', { response_hours: Number.NaN }, 'response_hours'],
])('says at its field that there is %s', (_, changes, field) => {
  expect(faultsOf(changes)).toEqual([`business.${field}`]);
});
