// Tests the words about the business, and that they fill placeholders and nothing else.
import { expect, test } from 'vitest';

import {
  inWeekOrder,
  lessonPrices,
  lessonRhythm,
  spokenPrice,
  spokenTime,
} from './business-words.ts';
import { DEFAULT_BUSINESS } from './business.ts';
import { fillContent, fillText } from './site/placeholders.ts';

const evenings = {
  packages: [
    { credits: 1, price_pence: 2750, name: 'One' },
    { credits: 3, price_pence: 8000, name: 'Three' },
  ],
  usual_times: [
    { weekday: 3, time: '17:30:00' },
    { weekday: 5, time: '12:00:00' },
    { weekday: 1, time: '17:30:00' },
  ],
  default_max_students: 6,
  response_hours: 1,
};

test.each([
  ['{price} a lesson', '£30 a lesson', '£27.50 a lesson'],
  [
    'on {days} mornings',
    'on Saturday and Sunday mornings',
    'on Monday, Wednesday and Friday mornings',
  ],
  ['at {times}', 'at 9:00am or 10:00am', 'at 12:00pm or 5:30pm'],
  ['lasts {duration}', 'lasts 1 hour', 'lasts 1 hour'],
  ['up to {group_size} students', 'up to 10 students', 'up to 6 students'],
  ['within {response_hours} hours.', 'within 24 hours.', 'within 1 hour.'],
  ['{response_hours}hr response time', '24hr response time', '1hr response time'],
  ['{price}{price}', '£30£30', '£27.50£27.50'],
  [
    '{Price} {} {{price}} { price } {meeting_link}',
    '{Price} {} {£30} { price } {meeting_link}',
    '{Price} {} {£27.50} { price } {meeting_link}',
  ],
  ['{price', '{price', '{price'],
  ['{response_hours', '{response_hours', '{response_hours'],
  ['', '', ''],
])('fills %j', (text, byDefault, changed) => {
  expect(fillText(text, DEFAULT_BUSINESS)).toBe(byDefault);
  expect(fillText(text, evenings)).toBe(changed);
});

test('fills every text of a content and nothing else', () => {
  const content = { heading: '{price}', facts: ['{duration}', 'none'], rating: 5, isOpen: true };
  expect(fillContent(content, DEFAULT_BUSINESS)).toEqual({
    heading: '£30',
    facts: ['1 hour', 'none'],
    rating: 5,
    isOpen: true,
  });
});

test('never promises less than a lesson costs', () => {
  expect(lessonPrices(evenings)).toEqual([
    { credits: 1, each: '£27.50', total: '£27.50' },
    { credits: 3, each: '£26.67', total: '£80' },
  ]);
  expect(lessonPrices(DEFAULT_BUSINESS).map(({ each }) => each)).toEqual(['£30', '£28', '£27']);
});

test.each([
  ['00:00:00', '12:00am'],
  ['09:05', '9:05am'],
  ['12:30:00', '12:30pm'],
  ['23:59:00', '11:59pm'],
])('says %s as %s', (time, words) => {
  expect(spokenTime(time)).toBe(words);
});

test('calls the rhythm a weekend only if every lesson is on one', () => {
  expect([lessonRhythm(DEFAULT_BUSINESS), lessonRhythm(evenings)]).toEqual([
    'Every weekend',
    'Every week',
  ]);
});

test('says whole pounds without pence', () => {
  expect([spokenPrice(3000), spokenPrice(3005)]).toEqual(['£30', '£30.05']);
});

test('sorts times by weekday, then by hour', () => {
  const nine = { weekday: 6, time: '09:00:00' };
  const times = [nine, { weekday: 1, time: '18:00:00' }, { weekday: 1, time: '17:00:00' }];
  expect(inWeekOrder(times)).toEqual([times[2], times[1], nine]);
});
