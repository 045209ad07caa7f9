// What search engines require of a course (developers.google.com, 'Course info') is present, with
// the product's own numbers.
import { expect, test } from 'vitest';

import { DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as content from '../content/tutor.ts';
import { structuredData } from '../prerender/head.tsx';

const ADDRESSES = { address: 'https://lessons.example', image: '/share.png' };

function courseOf(data: object): unknown {
  const { '@graph': graph } = data as {
    readonly '@graph': readonly { readonly '@type': string }[];
  };
  return graph.find(({ '@type': type }) => type === 'Course');
}

test('describes a course with its name, description, provider and offer', () => {
  expect(courseOf(structuredData(content, DEFAULT_BUSINESS, ADDRESSES))).toMatchObject({
    name: expect.stringMatching(/./),
    description: expect.stringMatching(/^.{20,}$/),
    provider: { '@type': 'EducationalOrganization', name: expect.stringMatching(/./) },
    offers: { '@type': 'Offer', category: 'Paid', price: '30.00', priceCurrency: 'GBP' },
  });
});

test('describes how an instance is taught and its workload', () => {
  expect(courseOf(structuredData(content, DEFAULT_BUSINESS, ADDRESSES))).toMatchObject({
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: 'PT60M',
      instructor: { '@type': 'Person', name: expect.stringMatching(/./) },
    },
  });
  // Without the number of weeks, a courseSchedule is incomplete and rejected.
  expect(courseOf(structuredData(content, DEFAULT_BUSINESS, ADDRESSES))).not.toHaveProperty(
    'hasCourseInstance.courseSchedule',
  );
});

test('says what is taught, and by whom, in the published words', () => {
  const published = {
    ...content,
    hero: {
      ...content.hero,
      label: 'Biology for OCR',
      trust: { ...content.hero.trust, role: 'Biologist' },
    },
  };
  const data = structuredData(published, DEFAULT_BUSINESS, ADDRESSES);
  expect(courseOf(data)).toMatchObject({ about: 'Biology for OCR' });
  expect(JSON.stringify(data)).toContain('"jobTitle":"Biologist"');
});

test('offers the lesson at the price of the business settings', () => {
  const packages = [{ credits: 1, price_pence: 2750, name: 'One' }];
  expect(
    courseOf(structuredData(content, { ...DEFAULT_BUSINESS, packages }, ADDRESSES)),
  ).toMatchObject({ offers: { price: '27.50' } });
});
