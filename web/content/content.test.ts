// The shipped content matches its schema.
import { expect, test } from 'vitest';

import { lessonFacts } from './lesson-facts.ts';
import { lessonPrices } from './lesson-prices.ts';
import { contentSchema } from './schema.ts';
import * as content from './tutor.ts';

test('accepts the content file', () => {
  const result = contentSchema.safeParse({ ...content });
  expect(result.error?.issues ?? []).toEqual([]);
});

test('rejects a missing testimonial and a broken link', () => {
  const broken = {
    ...content,
    testimonials: { ...content.testimonials, entries: content.testimonials.entries.slice(1) },
    profile: {
      ...content.profile,
      channel: { ...content.profile.channel, address: 'example.com' },
    },
  };
  const paths = contentSchema.safeParse(broken).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['profile.channel.address', 'testimonials.entries']);
});

test('accepts a tutor without a safeguarding check, but not half of one', () => {
  const { check, ...trust } = content.hero.trust;
  const refused = (other: object) =>
    contentSchema
      .safeParse({ ...content, hero: { ...content.hero, trust: { ...trust, ...other } } })
      .error?.issues.map(({ path }) => path.join('.')) ?? [];
  expect(refused({})).toEqual([]);
  expect(refused({ check })).toEqual([]);
  expect(refused({ check: { title: 'Enhanced DBS check' } })).toEqual(['hero.trust.check.text']);
  expect(refused({ monogram: 'A. S.' })).toEqual(['hero.trust.monogram']);
});

test("derives the words about a lesson from the product's constants", () => {
  expect(lessonFacts).toEqual({
    price: '£30',
    duration: '1 hour',
    times: ['9:00am', '10:00am'],
    days: ['Saturday', 'Sunday'],
    zone: 'UK time',
    groupSize: 10,
    responseHours: 24,
  });
});

test('computes what a lesson costs in each package', () => {
  expect(lessonPrices).toEqual([
    { credits: 1, each: '£30' },
    { credits: 5, each: '£28' },
    { credits: 10, each: '£27' },
  ]);
});
