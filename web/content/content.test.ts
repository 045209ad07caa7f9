// The shipped words fit their schema.
import { expect, test } from 'vitest';

import { lessonFacts } from './lesson-facts.ts';
import { contentSchema } from './schema.ts';
import * as content from './tutor.ts';

test('the content file is whole', () => {
  const result = contentSchema.safeParse({ ...content });
  expect(result.error?.issues ?? []).toEqual([]);
});

test('a missing testimonial and a broken link are refused', () => {
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

test('a tutor without a check for work with children leaves it out, but not half of it', () => {
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

test('the words about a lesson come from the numbers that the product charges and plans by', () => {
  expect(lessonFacts).toEqual({
    price: '£30',
    duration: '1 hour',
    times: ['9:00am', '10:00am'],
    days: ['Saturday', 'Sunday'],
    zone: 'UK time',
    responseHours: 24,
  });
});
