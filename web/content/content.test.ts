// The shipped words fit their schema.
import { expect, test } from 'vitest';

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
    profile: { ...content.profile, channel: { label: 'Watch', address: 'example.com' } },
  };
  const paths = contentSchema.safeParse(broken).error?.issues.map(({ path }) => path.join('.'));
  expect(paths).toEqual(['profile.channel.address', 'testimonials.entries']);
});
