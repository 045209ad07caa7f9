// The shipped content matches its schema.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import { contentSchema } from '../../domain/site/content.ts';
import { fillContent } from '../../domain/site/placeholders.ts';
import * as content from './tutor.ts';

test('accepts the content file', () => {
  const result = contentSchema.safeParse({ ...content });
  expect(result.error?.issues ?? []).toEqual([]);
});

test('rejects too few testimonials and a broken link', () => {
  const broken = {
    ...content,
    testimonials: { ...content.testimonials, entries: content.testimonials.entries.slice(4) },
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

test('the sample is filled from the business settings', () => {
  const { hero, registration } = fillContent(content, DEFAULT_BUSINESS);
  expect(hero.text).toBe(
    'Weekly live group lessons on Saturday and Sunday mornings with Dr\u00A0Ada\u00A0Sample.',
  );
  expect(hero.facts).toEqual([
    '£30 a lesson, the first one free',
    '1 hour, live, in a small group of up to 10 students',
  ]);
  expect(registration.highlights[1]?.title).toBe('24hr response time');
});

test('the sample has no number of the business settings', () => {
  const other = {
    ...DEFAULT_BUSINESS,
    packages: [{ credits: 1, price_pence: 4150, name: 'One' }],
    usual_times: [{ weekday: 3, time: '17:35:00' }],
    default_max_students: 7,
    response_hours: 53,
  };
  const words = JSON.stringify(fillContent(content, other));
  expect(words).not.toMatch(/£30|£140|£270|9:00|10:00am|Saturday|Sunday|10 students|24 ?h/);
  expect(words).toMatch(/£41\.50/);
});
